// SPDX-License-Identifier: Apache-2.0
// Controller of a multi-port star-graph node by the level rule (allgather). At each level
// d = 2..PORTS+1 the block of all messages of the node goes to dimension d alone; then the arrivals
// from dimension d go to all of the dimensions 2..d-1 simultaneously. Bank p holds the arrivals of
// port p (dimension p + 2), in order of arrival; bank PORTS holds the own messages.
// The block consists of parts, in this order: the own messages and, for each level l = 2..d-1, the
// arrivals of level l by dimension l, by 2, by 3, ..., by l-1. Each part of level l is as long as
// all parts before level l together, and its slots follow those of the earlier parts in its bank.
`default_nettype none
module star_level_multi #(
    parameter PORTS      = 3,
    parameter PLACE_BITS = 5,
    parameter COUNT_BITS = 5
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       run,
    input  wire [     COUNT_BITS-1:0] own,         // messages at the start
    input  wire [               15:0] packet_cap,
    input  wire                       hop,         // the message in slot `place` leaves at this edge
    output reg                        sends,
    output reg                        first,       // first message of a packet
    output wire [          PORTS-1:0] ports,       // ports that send, all the same message
    output reg  [$clog2(PORTS+1)-1:0] bank,
    output wire [     PLACE_BITS-1:0] place
);
  localparam BANK_BITS = $clog2(PORTS + 1);
  localparam [BANK_BITS-1:0] OWN = PORTS[BANK_BITS-1:0], LAST = OWN - 1'b1, ZERO = 0;
  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [PORTS-1:0] ONE = 1;

  generate
    if (PORTS < 2 || PORTS > 8) begin : g_illegal_ports star_level_multi_PORTS_must_be_2_to_8 illegal (); end
    if (PLACE_BITS < 1) begin : g_illegal_place_bits star_level_multi_PLACE_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits star_level_multi_COUNT_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg running;
  reg spreads;  // 1: sends the arrivals of the level's dimension, 0: sends the block
  reg [BANK_BITS-1:0] level;  // port of the present level's dimension d: d - 2
  reg [BANK_BITS-1:0] part;  // port of dimension l, where l is the level of the part that is sent
  reg [COUNT_BITS-1:0] walked, size;  // messages in the earlier parts, and in this part
  reg [COUNT_BITS-1:0] next, left;  // slot of the next message; messages that remain of this part
  reg [PORTS*COUNT_BITS-1:0] reached;  // per bank: slot after the parts that were sent
  reg [15:0] room;  // messages that still fit in this packet
  assign place = next[PLACE_BITS-1:0];
  assign ports = spreads ? (ONE << level) - 1'b1 : ONE << level;

  wire ends = left == {{(COUNT_BITS - 1) {1'b0}}, 1'b1};
  wire [COUNT_BITS-1:0] sum = walked + size;
  wire from_own = bank == OWN;
  wire part_ends = from_own || part == ZERO || bank == part - 1'b1;  // the last part of its level
  wire [BANK_BITS-1:0] next_part = from_own ? ZERO : part_ends ? part + 1'b1 : part;
  wire [BANK_BITS-1:0] next_bank = part_ends ? next_part : bank == part ? ZERO : bank + 1'b1;
  wire block_ends = part_ends && next_part == level;
  wire level_ends = spreads || (block_ends && level == ZERO);

  reg [COUNT_BITS-1:0] next_place;  // first slot of the next part
  always @* begin : find
    integer i;
    next_place = NONE;
    for (i = 0; i < PORTS; i = i + 1)
      if (next_bank == i[BANK_BITS-1:0])
        next_place = next_place | reached[i*COUNT_BITS+:COUNT_BITS];
  end

  always @(posedge clk) begin : walk
    integer i;
    running <= !rst && run;
    if (rst || !run) begin
      sends <= 1'b0;
      first <= 1'b0;
    end else if (!running || (sends && hop)) begin
      next  <= next + 1'b1;
      left  <= left - 1'b1;
      room  <= room - 16'd1;
      first <= 1'b0;
      if (!running || (ends && (level_ends || block_ends)) || (|packet_cap && room == 16'd1)) begin
        first <= 1'b1;
        room  <= packet_cap;
      end
      if (!running || (ends && level_ends)) begin
        sends <= running ? level != LAST : own != NONE;
        level <= running ? level + 1'b1 : ZERO;
        spreads <= 1'b0;
        bank <= OWN;
        part <= ZERO;
        next <= NONE;
        left <= own;
        size <= own;
        walked <= NONE;
        reached <= {PORTS * COUNT_BITS{1'b0}};
      end else if (ends && block_ends) begin
        spreads <= 1'b1;
        bank <= level;
        next <= NONE;
        left <= sum;
      end else if (ends) begin
        for (i = 0; i < PORTS; i = i + 1)
          if (bank == i[BANK_BITS-1:0]) reached[i*COUNT_BITS+:COUNT_BITS] <= next + 1'b1;
        bank <= next_bank;
        part <= next_part;
        next <= next_place;
        left <= part_ends ? sum : size;
        size <= part_ends ? sum : size;
        walked <= sum;
      end
    end else first <= 1'b0;
  end
endmodule
`default_nettype wire
