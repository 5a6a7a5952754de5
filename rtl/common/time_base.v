// SPDX-License-Identifier: Apache-2.0
// Network time: `cycle` counts clocks from the moment `run` rises, and stops at its highest value.
// All figures in cycles refer to `cycle`. While `cycle` is t, the messages of cycle t are on the
// links.
`default_nettype none
module time_base #(
    parameter TIME_BITS = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    output reg  [TIME_BITS-1:0] cycle  // 0 before the run, then 1, 2, ...
);
  generate
    if (TIME_BITS < 1) begin : g_illegal_time_bits time_base_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  always @(posedge clk) begin
    if (rst) cycle <= {TIME_BITS{1'b0}};
    else if (run && cycle != {TIME_BITS{1'b1}}) cycle <= cycle + 1'b1;
  end
endmodule
`default_nettype wire
