// SPDX-License-Identifier: Apache-2.0
  // Properties of the network, for any row, i.e. any setting of the switches. If every input line
  // carries its own number, each number comes out once, with the `valid` of its input line; so
  // every row is a permutation. The switches on a flit's path determine the flit's output line.
  (* anyconst *) wire [BITS-1:0] any_line, other_line;
  wire [WIDTH-1:0] one = out_data[any_line*WIDTH+:WIDTH];
  reg numbered;
  reg [BITS-1:0] there;  // output line of the flit from input any_line
  integer p, b;
  always @* begin
    numbered = 1'b1;
    for (p = 0; p < LINES; p = p + 1)
      if (in_data[p*WIDTH+:WIDTH] != p) numbered = 1'b0;
    there = any_line;
    for (p = 0; p < STAGES; p = p + 1) begin
      b = p < BITS ? p : STAGES - 1 - p;
      if (row[p*SWITCHES+((there>>(b+1)<<b)|(there&((1<<b)-1)))]) there = there ^ (1 << b);
    end
    if (active && numbered) begin
      assert (out_data[there*WIDTH+:WIDTH] == any_line);
      assert (one < LINES);
      if (any_line != other_line) assert (one != out_data[other_line*WIDTH+:WIDTH]);
      assert (out_valid[any_line] == in_valid[one[BITS-1:0]]);
    end
  end
