  // Properties of the network, for any row: if every flit is the number of its line, all the
  // numbers come out, each once, and valid stays with its flit. So every setting is a permutation.
  (* anyconst *) wire [BITS-1:0] any_line, other_line;
  wire [WIDTH-1:0] one = out_data[any_line*WIDTH+:WIDTH];
  reg numbered;
  integer p;
  always @* begin
    numbered = 1'b1;
    for (p = 0; p < LINES; p = p + 1)
      if (in_data[p*WIDTH+:WIDTH] != p) numbered = 1'b0;
    if (active && numbered) begin
      assert (one < LINES);
      if (any_line != other_line) assert (one != out_data[other_line*WIDTH+:WIDTH]);
      assert (out_valid[any_line] == in_valid[one[BITS-1:0]]);
    end
  end
