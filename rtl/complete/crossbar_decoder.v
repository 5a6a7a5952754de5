// SPDX-License-Identifier: Apache-2.0
// Decodes the number of a line to one wire per line.
`default_nettype none
module crossbar_decoder #(
    parameter LINES = 4
) (
    input  wire                     valid,
    input  wire [$clog2(LINES)-1:0] line,
    output wire [        LINES-1:0] hot,
    output wire                     wrong  // there is no such line
);
  localparam LINE_BITS = $clog2(LINES);
  genvar i;
  generate
    for (i = 0; i < LINES; i = i + 1) begin : g_line
      assign hot[i] = valid && line == i[LINE_BITS-1:0];
    end
  endgenerate
  assign wrong = valid && {{(32 - LINE_BITS) {1'b0}}, line} >= LINES;
endmodule
`default_nettype wire
