// SPDX-License-Identifier: Apache-2.0
// Combines two words of a slot into one, a clock later. A module with the same ports and another
// fixed latency may replace it, for instance for floating point.
// The result is a word (valid = 1) if both inputs are words, silence (valid = last = 0) if both are
// silent, else a bubble (valid = 0, last = 1). The result grants credit if both inputs do.
`default_nettype none
module rmc_operator #(
    parameter WIDTH  = 16,
    parameter SIGNED = 0    // 1: minimum and maximum of two's complement numbers
) (
    input  wire             clk,
    input  wire [      2:0] operation,  // 0 add, 1 min, 2 max, 3 and, 4 or; 5..7 `a` alone
    input  wire [WIDTH+2:0] a,          // {valid, last, credit, data}
    input  wire [WIDTH+2:0] b,
    output reg  [WIDTH+2:0] result
);
  generate
    if (WIDTH < 2) begin : g_illegal_width rmc_operator_WIDTH_must_be_at_least_2 illegal (); end
    if (SIGNED < 0 || SIGNED > 1) begin : g_illegal_signed rmc_operator_SIGNED_must_be_0_or_1 illegal (); end
  endgenerate

  localparam [WIDTH-1:0] FLIP = SIGNED != 0 ? {1'b1, {(WIDTH - 1) {1'b0}}} : {WIDTH{1'b0}};
  wire [WIDTH-1:0] left = a[WIDTH-1:0], right = b[WIDTH-1:0];
  wire less = (left ^ FLIP) < (right ^ FLIP);
  reg [WIDTH-1:0] value;
  always @* begin
    case (operation)
      3'd0: value = left + right;
      3'd1: value = less ? left : right;
      3'd2: value = less ? right : left;
      3'd3: value = left & right;
      3'd4: value = left | right;
      default: value = left;
    endcase
  end

  wire any = |{a[WIDTH+2:WIDTH+1], b[WIDTH+2:WIDTH+1]};
  wire both = a[WIDTH+2] && b[WIDTH+2];
  wire last = a[WIDTH+1] || b[WIDTH+1];
  always @(posedge clk) result <= {both, both ? last : any, a[WIDTH] && b[WIDTH], value};
endmodule
`default_nettype wire
