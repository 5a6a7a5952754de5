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

  generate
    if (LINES < 1) begin : g_illegal_lines crossbar_decoder_LINES_must_be_at_least_1 illegal (); end
  endgenerate

  function [LINES-1:0] decoded;  // a loop, as in crossbar_column
    input is_valid;
    input [LINE_BITS-1:0] number;
    integer i;
    for (i = 0; i < LINES; i = i + 1)
      decoded[i] = is_valid && number == i[LINE_BITS-1:0];
  endfunction
  assign hot = decoded(valid, line);
  assign wrong = valid && {{(32 - LINE_BITS) {1'b0}}, line} >= LINES;
endmodule
`default_nettype wire
