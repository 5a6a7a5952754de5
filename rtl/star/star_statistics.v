// SPDX-License-Identifier: Apache-2.0
// What a star-graph node measures of itself: contents, sends, time on the links, deliveries.
// Works only when something happens.
`default_nettype none
module star_statistics #(
    parameter LANES     = 1,   // senders and receivers
    parameter PLACES    = 4,   // messages that fit in all stores
    parameter TIME_BITS = 32
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 unicast,    // a message leaves when it is sent
    input wire [TIME_BITS-1:0] cycle,
    input wire [      LANES:0] enters,     // messages that take a place; highest: an own message
    input wire [    LANES-1:0] out_valid,
    input wire [    LANES-1:0] stays,      // what is sent keeps its place, though unicast
    input wire [    LANES-1:0] held,       // links held for sending
    input wire [    LANES-1:0] delivers,

    output wire                           missing,  // more sent than are in the stores
    output reg  [$clog2(PLACES+1)-1:0] queue_high,
    output reg  [$clog2(PLACES+1)-1:0] waiting_high,
    output reg  [       TIME_BITS-1:0] hops,
    output reg  [       TIME_BITS-1:0] last_hop,
    output reg  [       TIME_BITS-1:0] busy,
    output reg  [       TIME_BITS-1:0] deliveries,
    output reg  [       TIME_BITS-1:0] last_delivery
);
  localparam COUNT_BITS = $clog2(PLACES + 1);

  generate
    if (LANES < 1 || PLACES < 1 || TIME_BITS < 1) begin : g_illegal
      star_statistics_parameters_must_be_positive illegal ();
    end
  endgenerate

  reg [COUNT_BITS-1:0] resident;  // messages at the end of the last cycle
  reg grown;  // some came in it: only then can more stay behind than ever before

  function [COUNT_BITS-1:0] messages;
    input [LANES:0] lanes;
    integer i;
    begin
      messages = {COUNT_BITS{1'b0}};
      for (i = 0; i <= LANES; i = i + 1)
        messages = messages + {{(COUNT_BITS - 1) {1'b0}}, lanes[i]};
    end
  endfunction
  function [TIME_BITS-1:0] plus;
    input [TIME_BITS-1:0] value;
    input [LANES-1:0] lanes;
    integer i;
    begin
      plus = value;
      for (i = 0; i < LANES; i = i + 1) plus = plus + {{(TIME_BITS - 1) {1'b0}}, lanes[i]};
    end
  endfunction
  wire [LANES-1:0] leaves = unicast ? out_valid & ~stays : {LANES{1'b0}};
  assign missing = |leaves && messages({1'b0, leaves}) > resident;

  always @(posedge clk) begin : marks
    reg [COUNT_BITS-1:0] left, total;
    if (rst) begin
      resident <= {COUNT_BITS{1'b0}};
      grown <= 1'b0;
      queue_high <= {COUNT_BITS{1'b0}};
      waiting_high <= {COUNT_BITS{1'b0}};
      hops <= {TIME_BITS{1'b0}};
      last_hop <= {TIME_BITS{1'b0}};
      busy <= {TIME_BITS{1'b0}};
      deliveries <= {TIME_BITS{1'b0}};
      last_delivery <= {TIME_BITS{1'b0}};
    end else begin
      // What is there before cycle 1 stays behind, unless it is sent then.
      grown <= |enters || cycle == {TIME_BITS{1'b0}};
      if (grown || |enters || |out_valid) begin
        left = missing ? {COUNT_BITS{1'b0}} : resident - messages({1'b0, leaves});
        total = left + messages(enters);
        resident <= total;
        if (total > queue_high) queue_high <= total;
        if (unicast && cycle != {TIME_BITS{1'b0}} && left > waiting_high) waiting_high <= left;
      end
      if (|out_valid) begin
        hops <= plus(hops, out_valid);
        last_hop <= cycle;
      end
      if (|held) busy <= plus(busy, held);
      if (|delivers) begin
        deliveries <= plus(deliveries, delivers);
        last_delivery <= cycle;
      end
    end
  end
endmodule
`default_nettype wire
