// SPDX-License-Identifier: Apache-2.0
// One output of a crossbar: passes the input whose crosspoint is closed.
`default_nettype none
module crossbar_column #(
    parameter LINES = 4,
    parameter WIDTH = 16
) (
    input  wire [      LINES-1:0] closed,  // at most one, else `out` is undefined
    input  wire [LINES*WIDTH-1:0] in,
    output wire [      WIDTH-1:0] out      // 0 if none is closed
);
  generate
    if (LINES < 1) begin : g_illegal_lines crossbar_column_LINES_must_be_at_least_1 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width crossbar_column_WIDTH_must_be_at_least_1 illegal (); end
  endgenerate

  function [WIDTH-1:0] passed;  // a loop: elaboration is slow with a net per crosspoint
    input [LINES-1:0] lines;
    input [LINES*WIDTH-1:0] inputs;
    integer i;
    begin
      passed = {WIDTH{1'b0}};
      for (i = 0; i < LINES; i = i + 1)
        passed = passed | ({WIDTH{lines[i]}} & inputs[i*WIDTH+:WIDTH]);
    end
  endfunction
  assign out = passed(closed, in);
endmodule
`default_nettype wire
