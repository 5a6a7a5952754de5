// SPDX-License-Identifier: Apache-2.0
// Controller of a single-port star-graph node by the level rule (allgather). All messages of the
// node form a block in the slots [0, block). For each dimension d = 2..PORTS+1: send the block on
// dimension d, then, for each i = 2..d-1, the slots [block, 2*block) on dimension i. These slots
// hold the arrivals from dimension d, not the latest arrivals. Then the block has grown d-fold.
`default_nettype none
module star_level_single #(
    parameter PORTS      = 3,
    parameter PLACE_BITS = 5,
    parameter COUNT_BITS = 5
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     run,
    input  wire [   COUNT_BITS-1:0] own,         // messages at the start
    input  wire [             15:0] packet_cap,
    input  wire                     hop,         // the message in slot `place` leaves at this edge
    output reg                      sends,
    output reg                      first,       // first message of a packet
    output reg  [$clog2(PORTS)-1:0] port,
    output wire [   PLACE_BITS-1:0] place
);
  localparam PORT_BITS = $clog2(PORTS);
  localparam [PORT_BITS-1:0] LAST = PORTS[PORT_BITS-1:0] - 1'b1;

  generate
    if (PORTS < 2 || PORTS > 8) begin : g_illegal_ports star_level_single_PORTS_must_be_2_to_8 illegal (); end
    if (PLACE_BITS < 1) begin : g_illegal_place_bits star_level_single_PLACE_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits star_level_single_COUNT_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg running;
  reg [PORT_BITS-1:0] level;  // port of dimension d
  reg [COUNT_BITS-1:0] block, total;  // messages of each send; messages of the node before the send
  reg [COUNT_BITS-1:0] next, left;  // slot of the next message; messages of the send yet to leave
  reg [15:0] room;  // messages that still fit in this packet
  assign place = next[PLACE_BITS-1:0];

  wire [COUNT_BITS-1:0] grown = total + block;
  wire ends = left == {{(COUNT_BITS - 1) {1'b0}}, 1'b1};
  // Ports of a level: its own port, then 0, 1, ... up to the port before its own.
  wire level_ends = level == {PORT_BITS{1'b0}} || port == level - 1'b1;

  always @(posedge clk) begin
    running <= !rst && run;
    if (rst || !run) begin
      sends <= 1'b0;
      first <= 1'b0;
    end else if (!running) begin
      sends <= |own;
      first <= 1'b1;
      level <= {PORT_BITS{1'b0}};
      port  <= {PORT_BITS{1'b0}};
      block <= own;
      total <= own;
      next  <= {COUNT_BITS{1'b0}};
      left  <= own;
      room  <= packet_cap;
    end else if (sends) begin
      first <= 1'b0;
      if (hop) begin
        next <= next + 1'b1;
        left <= left - 1'b1;
        room <= room - 16'd1;
        if (ends || (|packet_cap && room == 16'd1)) begin
          first <= 1'b1;
          room  <= packet_cap;
        end
        if (ends) begin
          total <= grown;
          if (level_ends) begin
            sends <= level != LAST;
            level <= level + 1'b1;
            port  <= level + 1'b1;
            block <= grown;
            left  <= grown;
            next  <= {COUNT_BITS{1'b0}};
          end else begin
            port <= port == level ? {PORT_BITS{1'b0}} : port + 1'b1;
            left <= block;
            next <= block;
          end
        end
      end
    end
  end
endmodule
`default_nettype wire
