// SPDX-License-Identifier: Apache-2.0
// Store of the messages of a LogP processor, a slot per message number, and count of the usable
// received ones. A received message is usable when the overhead of its reception and, if received
// values are added, its addition are over. Own messages come before the run and are usable
// immediately; an own message in a cycle with `taken` high is lost and sets `overflow`.
`default_nettype none
module logp_inbox #(
    parameter WIDTH     = 16,  // bits per flit: {rest, message number}
    parameter TAG_BITS  = 6,
    parameter MESSAGES  = 64,  // slots: one per message number
    parameter NEED_BITS = 8,
    parameter SPAN_BITS = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [  SPAN_BITS:0] reception,   // cycles from a message's arrival until it is usable
    input  wire                 stores,      // 1: received messages are stored
    input  wire                 own_valid,
    input  wire [    WIDTH-1:0] own_data,
    input  wire                 taken,       // a reception begins at the end of this cycle
    input  wire [    WIDTH-1:0] taken_data,
    input  wire [ TAG_BITS-1:0] wanted,
    output wire                 there,       // `wanted` is usable at the end of this cycle
    // Number of usable received messages, without own messages; 2^NEED_BITS-1: that many or more.
    output wire [NEED_BITS-1:0] usable,
    input  wire                 read,
    input  wire [ TAG_BITS-1:0] read_number,
    output wire [    WIDTH-1:0] data,        // a clock after `read`
    output reg  [    WIDTH-1:0] last_taken,  // taken_data, a clock later
    output reg                  duplicate,   // sticky: a message arrived that was already stored
    output reg                  overflow     // sticky: a message has no slot, or an own one is lost
);
  localparam PLACE_BITS = MESSAGES > 1 ? $clog2(MESSAGES) : 1;
  localparam [SPAN_BITS:0] NO_SPAN = 0, ONE_SPAN = 1;
  localparam [NEED_BITS-1:0] NONE = 0, MANY = ~NONE;
  localparam [MESSAGES-1:0] NOTHING = 0;

  generate
    if (MESSAGES < 1) begin : g_illegal_messages logp_inbox_MESSAGES_must_be_at_least_1 illegal (); end
    if (TAG_BITS < (MESSAGES > 1 ? $clog2(MESSAGES) : 1) || TAG_BITS > 31) begin : g_illegal_tag_bits
      logp_inbox_TAG_BITS_must_hold_the_numbers_of_MESSAGES_and_be_at_most_31 illegal ();
    end
    if (WIDTH < TAG_BITS) begin : g_illegal_width logp_inbox_WIDTH_must_be_at_least_TAG_BITS illegal (); end
    if (NEED_BITS < 1) begin : g_illegal_need_bits logp_inbox_NEED_BITS_must_be_at_least_1 illegal (); end
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_inbox_SPAN_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg [SPAN_BITS:0] receiving;  // remaining cycles of a reception, this cycle included
  reg [PLACE_BITS-1:0] received_place;
  reg received_fits;
  reg [MESSAGES-1:0] has;
  reg [NEED_BITS-1:0] received;
  wire owns = own_valid && !taken;
  wire [WIDTH-1:0] flit = taken ? taken_data : own_data;
  wire [PLACE_BITS-1:0] place = flit[PLACE_BITS-1:0];
  wire fits = {{(32 - TAG_BITS) {1'b0}}, flit[TAG_BITS-1:0]} < MESSAGES;
  wire keeps = owns || (taken && stores);
  wire write = keeps && fits;
  wire now = reception == NO_SPAN;  // usable at the time of arrival
  wire ends = now ? taken : receiving == ONE_SPAN;
  wire ends_stored = now ? write && !owns : ends && received_fits;
  wire [PLACE_BITS-1:0] end_place = now ? place : received_place;
  assign usable = ends && received != MANY ? received + 1'b1 : received;

  wire known = {{(32 - TAG_BITS) {1'b0}}, wanted} < MESSAGES;
  wire [PLACE_BITS-1:0] wanted_place = wanted[PLACE_BITS-1:0];
  assign there = known && (has[wanted_place] || (ends_stored && end_place == wanted_place));

  message_store #(
      .WIDTH (WIDTH),
      .PLACES(MESSAGES),
      .READS (1)
  ) store (
      .clk(clk),
      .write(write),
      .write_place(place),
      .write_data(flit),
      .last_written(last_taken),
      .read(read),
      .passes(1'b0),
      .read_place(read_number[PLACE_BITS-1:0]),
      .data(data)
  );

  always @(posedge clk) begin
    if (taken) last_taken <= taken_data;
    if (taken) begin
      received_place <= place;
      received_fits  <= write;
    end
    if (rst) begin
      receiving <= NO_SPAN;
      has <= NOTHING;
      received <= NONE;
      duplicate <= 1'b0;
      overflow <= 1'b0;
    end else begin
      if (taken) receiving <= reception;
      else if (receiving != NO_SPAN) receiving <= receiving - 1'b1;
      if (ends_stored) has[end_place] <= 1'b1;
      if (owns && fits) has[place] <= 1'b1;
      if (ends) received <= usable;
      if (write && (has[place] || (receiving != NO_SPAN && received_fits &&
                                   received_place == place))) duplicate <= 1'b1;
      if ((keeps && !fits) || (own_valid && taken)) overflow <= 1'b1;
    end
  end
  wire unused = &{1'b0, read_number};
endmodule
`default_nettype wire
