// SPDX-License-Identifier: Apache-2.0
// Counts events on any number of lanes, and keeps the time of the last of them. Works only when
// something happens.
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
    if (LANES < 1 || TIME_BITS < 1) begin : g_illegal
      event_counter_parameters_must_be_positive illegal ();
    end
  endgenerate

  function [TIME_BITS-1:0] plus;
    input [TIME_BITS-1:0] value;
    input [LANES-1:0] lanes;
    integer lane;
    begin
      plus = value;
      for (lane = 0; lane < LANES; lane = lane + 1)
        plus = plus + {{(TIME_BITS - 1) {1'b0}}, lanes[lane]};
    end
  endfunction
  always @(posedge clk)
    if (rst) begin
      count <= {TIME_BITS{1'b0}};
      last <= {TIME_BITS{1'b0}};
    end else if (|events) begin
      count <= plus(count, events);
      last <= now;
    end
endmodule
`default_nettype wire
