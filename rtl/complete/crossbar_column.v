// SPDX-License-Identifier: Apache-2.0
// One output of a crossbar: passes the input whose crosspoint is closed.
`default_nettype none
module crossbar_column #(
    parameter LINES = 4,
    parameter WIDTH = 16
) (
    input  wire [      LINES-1:0] closed,  // one at most, or `out` means nothing
    input  wire [LINES*WIDTH-1:0] in,
    output wire [      WIDTH-1:0] out      // 0 if none is
);
  genvar b, i;
  generate
    for (b = 0; b < WIDTH; b = b + 1) begin : g_bit
      wire [LINES-1:0] bits;
      for (i = 0; i < LINES; i = i + 1) begin : g_line
        assign bits[i] = in[i*WIDTH+b];
      end
      assign out[b] = |(closed & bits);
    end
  endgenerate
endmodule
`default_nettype wire
