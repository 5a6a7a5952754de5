// SPDX-License-Identifier: Apache-2.0
// Detects whether any wire is high, and whether several wires are high. The logic is a tree,
// because a chain through all wires would be long.
`default_nettype none
module crossbar_count #(
    parameter LINES = 4
) (
    input  wire [LINES-1:0] wires,
    output wire             any,
    output wire             several
);
  generate
    if (LINES < 1) begin : g_illegal_lines crossbar_count_LINES_must_be_at_least_1 illegal (); end
  endgenerate

  // Returns {any, several}.
  function [1:0] count;
    input [LINES-1:0] leaves;
    integer i, span;
    reg [LINES-1:0] some, more;  // bit i: any, or several, in the subtree that starts at wire i
    begin
      some = leaves;
      more = {LINES{1'b0}};
      for (span = 1; span < LINES; span = 2 * span)
        for (i = 0; i + span < LINES; i = i + 2 * span) begin
          more[i] = more[i] || more[i+span] || (some[i] && some[i+span]);
          some[i] = some[i] || some[i+span];
        end
      count = {some[0], more[0]};
    end
  endfunction
  wire [1:0] counted = count(wires);
  assign any = counted[1];
  assign several = counted[0];
endmodule
`default_nettype wire
