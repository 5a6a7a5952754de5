// SPDX-License-Identifier: Apache-2.0
// Marks of the messages in a node's stores; counters of sends, cycles of sending and deliveries.
`default_nettype none
module store_statistics #(
    parameter LANES     = 1,   // senders and receivers
    parameter PLACES    = 4,   // slots of all stores
    parameter TIME_BITS = 32
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 unicast,    // a message leaves when it is sent
    input wire [TIME_BITS-1:0] cycle,
    input wire [      LANES:0] enters,     // messages that take a slot; highest bit: an own message
    input wire [    LANES-1:0] out_valid,
    input wire [    LANES-1:0] stays,      // the message sent keeps its slot, though unicast
    input wire [    LANES-1:0] held,       // links held for sending
    input wire [    LANES-1:0] delivers,

    output wire                           missing,  // more messages sent than the stores hold
    // {last_delivery, deliveries, busy, last_hop, hops, waiting_high, queue_high}
    output wire [5*TIME_BITS+2*$clog2(PLACES+1)-1:0] figures
);
  localparam COUNT_BITS = $clog2(PLACES + 1);

  generate
    if (LANES < 1) begin : g_illegal_lanes store_statistics_LANES_must_be_at_least_1 illegal (); end
    if (PLACES < 1) begin : g_illegal_places store_statistics_PLACES_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits store_statistics_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg [COUNT_BITS-1:0] resident;  // messages at the end of the last cycle
  reg grown;  // the last cycle brought messages or was cycle 0: marks can grow
  // The marks without the last cycle: comparing them with the last cycle's numbers after the
  // registers keeps timing paths short.
  reg [COUNT_BITS-1:0] queue_before, waiting_before;
  reg [COUNT_BITS-1:0] behind;  // messages that stayed after the last cycle's sends
  wire [COUNT_BITS-1:0] queue_high, waiting_high;
  assign queue_high = resident > queue_before ? resident : queue_before;
  assign waiting_high = behind > waiting_before ? behind : waiting_before;

  function [COUNT_BITS-1:0] messages;
    input [LANES:0] lanes;
    integer i;
    begin
      messages = {COUNT_BITS{1'b0}};
      for (i = 0; i <= LANES; i = i + 1)
        messages = messages + {{(COUNT_BITS - 1) {1'b0}}, lanes[i]};
    end
  endfunction
  wire [LANES-1:0] leaves = unicast ? out_valid & ~stays : {LANES{1'b0}};
  assign missing = |leaves && messages({1'b0, leaves}) > resident;

  always @(posedge clk) begin : marks
    reg [COUNT_BITS-1:0] left, total;
    if (rst) begin
      resident <= {COUNT_BITS{1'b0}};
      grown <= 1'b0;
      queue_before <= {COUNT_BITS{1'b0}};
      behind <= {COUNT_BITS{1'b0}};
      waiting_before <= {COUNT_BITS{1'b0}};
    end else begin
      // Cycle 1 is evaluated in any case: messages that came before cycle 1 may wait in cycle 1.
      grown <= |enters || cycle == {TIME_BITS{1'b0}};
      if (grown || |enters || |out_valid) begin
        left = missing ? {COUNT_BITS{1'b0}} : resident - messages({1'b0, leaves});
        total = left + messages(enters);
        resident <= total;
        queue_before <= queue_high;
        if (unicast && cycle != {TIME_BITS{1'b0}}) behind <= left;
        waiting_before <= waiting_high;
      end
    end
  end

  wire [TIME_BITS-1:0] hops, last_hop, busy, last_busy, deliveries, last_delivery;
  event_counter #(
      .LANES(LANES),
      .TIME_BITS(TIME_BITS)
  ) sends (
      .clk(clk),
      .rst(rst),
      .events(out_valid),
      .now(cycle),
      .count(hops),
      .last(last_hop)
  );
  event_counter #(
      .LANES(LANES),
      .TIME_BITS(TIME_BITS)
  ) link_time (
      .clk(clk),
      .rst(rst),
      .events(held),
      .now({TIME_BITS{1'b0}}),
      .count(busy),
      .last(last_busy)
  );
  event_counter #(
      .LANES(LANES),
      .TIME_BITS(TIME_BITS)
  ) receptions (
      .clk(clk),
      .rst(rst),
      .events(delivers),
      .now(cycle),
      .count(deliveries),
      .last(last_delivery)
  );
  assign figures = {last_delivery, deliveries, busy, last_hop, hops, waiting_high, queue_high};
  wire unused = &{1'b0, last_busy};
endmodule
`default_nettype wire
