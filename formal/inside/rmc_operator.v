// SPDX-License-Identifier: Apache-2.0
  // Properties of the operator: a clock after the inputs, the result's data equal the low WIDTH
  // bits of the operation, computed in wider arithmetic. The result is a word if and only if both
  // inputs are words, silent if and only if both inputs are silent, and otherwise a bubble.
  reg started = 1'b0;
  reg [WIDTH+2:0] a_before, b_before;
  reg [2:0] operation_before;
  always @(posedge clk) begin
    started <= 1'b1;
    a_before <= a;
    b_before <= b;
    operation_before <= operation;
  end
  wire signed [WIDTH:0] x = {SIGNED != 0 && a_before[WIDTH-1], a_before[WIDTH-1:0]};
  wire signed [WIDTH:0] y = {SIGNED != 0 && b_before[WIDTH-1], b_before[WIDTH-1:0]};
  wire signed [WIDTH:0] least = x < y ? x : y;
  wire [WIDTH:0] total = x + y, most = x + y - least;
  integer n;
  always @* if (started) begin
    if (operation_before == 0) assert (result[WIDTH-1:0] == total[WIDTH-1:0]);
    if (operation_before == 1) assert (result[WIDTH-1:0] == least[WIDTH-1:0]);
    if (operation_before == 2) assert (result[WIDTH-1:0] == most[WIDTH-1:0]);
    for (n = 0; n < WIDTH; n = n + 1) begin
      if (operation_before == 3) assert (result[n] == (x[n] && y[n]));
      if (operation_before == 4) assert (result[n] == (x[n] || y[n]));
    end
    assert (result[WIDTH+2] == (a_before[WIDTH+2] && b_before[WIDTH+2]));
    if (result[WIDTH+2]) assert (result[WIDTH+1] == (a_before[WIDTH+1] || b_before[WIDTH+1]));
    else assert (result[WIDTH+1] == (a_before[WIDTH+2:WIDTH+1] != 0 || b_before[WIDTH+2:WIDTH+1] != 0));
    assert (result[WIDTH] == (a_before[WIDTH] && b_before[WIDTH]));
  end
