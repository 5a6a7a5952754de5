// SPDX-License-Identifier: Apache-2.0
// Network time: counts cycles from the moment `run` rises. All figures in cycles come from here.
`default_nettype none
module time_base (
    input  wire        clk,
    input  wire        rst,
    input  wire        run,
    output reg  [31:0] cycle  // 0 before the run, then 1, 2, ...: the cycle now on the links
);
  always @(posedge clk) begin
    if (rst) cycle <= 32'd0;
    else if (run) cycle <= cycle + 32'd1;
  end
endmodule
`default_nettype wire
