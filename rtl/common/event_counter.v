// SPDX-License-Identifier: Apache-2.0
// Counts events on any number of lanes, and keeps the time of the last event. Registers change only
// in clocks with an event. The count stops at its highest value.
`default_nettype none
module event_counter #(
    parameter LANES     = 1,
    parameter TIME_BITS = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [    LANES-1:0] events,
    input  wire [TIME_BITS-1:0] now,
    output reg  [TIME_BITS-1:0] count,
    output reg  [TIME_BITS-1:0] last
);
  generate
    if (LANES < 1) begin : g_illegal_lanes event_counter_LANES_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits event_counter_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  localparam LANE_BITS = $clog2(LANES + 1);
  localparam SUM_BITS = (TIME_BITS > LANE_BITS ? TIME_BITS : LANE_BITS) + 1;
  function [SUM_BITS-1:0] plus;
    input [TIME_BITS-1:0] value;
    input [LANES-1:0] lanes;
    integer lane;
    begin
      plus = {{(SUM_BITS - TIME_BITS) {1'b0}}, value};
      for (lane = 0; lane < LANES; lane = lane + 1) plus = plus + {{(SUM_BITS - 1) {1'b0}}, lanes[lane]};
    end
  endfunction
  always @(posedge clk) begin : add
    reg [SUM_BITS-1:0] sum;
    if (rst) begin
      count <= {TIME_BITS{1'b0}};
      last <= {TIME_BITS{1'b0}};
    end else if (|events) begin
      sum = plus(count, events);
      count <= |sum[SUM_BITS-1:TIME_BITS] ? {TIME_BITS{1'b1}} : sum[TIME_BITS-1:0];
      last <= now;
    end
  end
endmodule
`default_nettype wire
