// SPDX-License-Identifier: Apache-2.0
// Combines two values {b, a, sum, count}, left before right. Counts are added, and sums are added
// modulo 1024. `a` and `b` define the map x -> (a * x + b) modulo 1021. Maps are composed, the left
// one applied first; composition does not commute, so that a wrong order changes the result.
// Combinational.
`default_nettype none
module combine_values #(
    parameter COUNT_BITS = 20
) (
    input  wire [COUNT_BITS+29:0] left,
    input  wire [COUNT_BITS+29:0] right,
    output wire [COUNT_BITS+29:0] both
);
  generate
    if (COUNT_BITS < 1) begin : g_illegal_count_bits combine_values_COUNT_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  // x modulo 1021. As 1024 = 1021 + 3, bits 10 and higher are added three times to bits 9..0.
  function [9:0] remainder;
    input [19:0] x;
    reg [11:0] once;
    reg [10:0] twice;
    reg [9:0] less;
    begin
      once = {2'd0, x[9:0]} + {2'd0, x[19:10]} + {1'd0, x[19:10], 1'd0};
      twice = {1'd0, once[9:0]} + {9'd0, once[11:10]} + {8'd0, once[11:10], 1'd0};
      less = twice[9:0] - 10'd1021;
      remainder = twice >= 11'd1021 ? less : twice[9:0];
    end
  endfunction

  wire [COUNT_BITS-1:0] left_count, right_count;
  wire [9:0] left_sum, left_a, left_b, right_sum, right_a, right_b;
  assign {left_b, left_a, left_sum, left_count} = left;
  assign {right_b, right_a, right_sum, right_count} = right;
  wire [19:0] a = {10'd0, left_a} * {10'd0, right_a};
  wire [19:0] b = {10'd0, left_b} * {10'd0, right_a} + {10'd0, right_b};
  assign both = {remainder(b), remainder(a), left_sum + right_sum, left_count + right_count};
endmodule
`default_nettype wire
