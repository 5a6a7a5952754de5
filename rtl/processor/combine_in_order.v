// SPDX-License-Identifier: Apache-2.0
// Combines parts in ascending order of their lowest processors. Combinational. A part is the
// combined value of one or several processors, as {value, number of the lowest of them}.
`default_nettype none
module combine_in_order #(
    parameter PARTS      = 4,
    parameter FIRST_BITS = 3,  // bits of a processor's number
    parameter COUNT_BITS = 4
) (
    input  wire [                            PARTS-1:0] there,  // parts to be combined
    input  wire [PARTS*(FIRST_BITS+COUNT_BITS+30)-1:0] parts,
    output wire [      FIRST_BITS+COUNT_BITS+30-1:0] both    // these parts, combined
);
  localparam BODY = COUNT_BITS + 30;
  localparam PART = FIRST_BITS + BODY;

  generate
    if (PARTS < 1) begin : g_illegal_parts combine_in_order_PARTS_must_be_at_least_1 illegal (); end
    if (FIRST_BITS < 1) begin : g_illegal_first_bits combine_in_order_FIRST_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits combine_in_order_COUNT_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  genvar i;
  generate
    for (i = 0; i < PARTS; i = i + 1) begin : g_step
      wire [PARTS-1:0] candidates;
      wire [BODY-1:0] so_far, with_it, sum;
      wire [FIRST_BITS-1:0] lowest_of_all;
      reg [PARTS-1:0] best;
      reg [PART-1:0] lowest;
      always @* begin : choose
        integer k;
        best   = {PARTS{1'b0}};
        lowest = {PART{1'b0}};
        for (k = 0; k < PARTS; k = k + 1)
          if (candidates[k] && (best == {PARTS{1'b0}} ||
              parts[k*PART+:FIRST_BITS] < lowest[FIRST_BITS-1:0])) begin
            best = {{(PARTS - 1) {1'b0}}, 1'b1} << k;
            lowest = parts[k*PART+:PART];
          end
      end
      if (i == 0) begin : g_first
        assign candidates = there;
        assign so_far = {10'd0, 10'd1, {COUNT_BITS + 10{1'b0}}};  // neutral element
        assign lowest_of_all = lowest[FIRST_BITS-1:0];
      end else begin : g_other
        assign candidates = g_step[i-1].candidates & ~g_step[i-1].best;
        assign so_far = g_step[i-1].sum;
        assign lowest_of_all = g_step[i-1].lowest_of_all;
      end
      combine_values #(
          .COUNT_BITS(COUNT_BITS)
      ) fold (
          .left (so_far),
          .right(lowest[FIRST_BITS+:BODY]),
          .both (with_it)
      );
      assign sum = |best ? with_it : so_far;
    end
  endgenerate
  assign both = {g_step[PARTS-1].sum, g_step[PARTS-1].lowest_of_all};
endmodule
`default_nettype wire
