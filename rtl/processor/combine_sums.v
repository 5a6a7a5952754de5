// SPDX-License-Identifier: Apache-2.0
// Sum of every value, with and without the first part, which is loaded before the run. A summand
// that contains the parts of ALL processors replaces the sum; without the first part, the sum is
// then the neutral value.
// Combining is associative, so that a summand may be added at either end, see combine_values.
`default_nettype none
module combine_sums #(
    parameter VALUES     = 1,
    parameter COUNT_BITS = 20,
    parameter ALL        = 0,  // processors in a whole sum; 0: no summand replaces a sum
    parameter AT_ONCE    = 0   // 1: `value` contains the summand of the same clock
) (
    input wire clk,
    input wire rst,

    // First parts, before the run: one word per clock; the address is the value's number.
    input wire                   load_valid,
    input wire [           31:0] load_address,
    input wire [COUNT_BITS+29:0] load_word,

    input  wire                                   adds,
    input  wire [(VALUES>1?$clog2(VALUES):1)-1:0] number,   // number of the value
    input  wire                                   below,    // 1: before the sum, 0: after it
    input  wire [                COUNT_BITS+29:0] more,
    input  wire [(VALUES>1?$clog2(VALUES):1)-1:0] wanted,
    input  wire                                   without,  // `value` leaves out the first part
    output wire [                COUNT_BITS+29:0] value
);
  localparam BODY = COUNT_BITS + 30;
  localparam VALUE_BITS = VALUES > 1 ? $clog2(VALUES) : 1;
  localparam [BODY-1:0] NOTHING = {10'd0, 10'd1, {COUNT_BITS + 10{1'b0}}};

  generate
    if (AT_ONCE < 0 || AT_ONCE > 1) begin : g_illegal_at_once combine_sums_AT_ONCE_must_be_0_or_1 illegal (); end
    if (VALUES < 1) begin : g_illegal_values combine_sums_VALUES_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits combine_sums_COUNT_BITS_must_be_at_least_1 illegal (); end
    if (ALL < 0) begin : g_illegal_all combine_sums_ALL_must_not_be_negative illegal (); end
    if (ALL >> COUNT_BITS != 0) begin : g_illegal_all_2 combine_sums_ALL_must_fit_in_COUNT_BITS illegal (); end
  endgenerate

  // `all`: sum with the first part; `others`: sum without the first part. Until `begun`, no summand
  // was added and both are undefined: `first` and NOTHING, the neutral value, are used instead.
  reg [BODY-1:0] first[0:VALUES-1], all[0:VALUES-1], others[0:VALUES-1];
  reg [VALUES-1:0] begun;
  wire [BODY-1:0] sum = begun[number] ? all[number] : first[number];
  wire [BODY-1:0] rest = begun[number] ? others[number] : NOTHING;
  wire [BODY-1:0] sum_then, rest_then;
  combine_values #(
      .COUNT_BITS(COUNT_BITS)
  ) with_first (
      .left (below ? more : sum),
      .right(below ? sum : more),
      .both (sum_then)
  );
  combine_values #(
      .COUNT_BITS(COUNT_BITS)
  ) without_first (
      .left (below ? more : rest),
      .right(below ? rest : more),
      .both (rest_then)
  );
  wire whole = ALL != 0 && more[COUNT_BITS-1:0] == ALL[COUNT_BITS-1:0];
  wire [BODY-1:0] all_then = whole ? more : sum_then;
  wire [BODY-1:0] others_then = whole ? NOTHING : rest_then;
  always @(posedge clk) begin
    if (load_valid && load_address < VALUES) first[load_address[VALUE_BITS-1:0]] <= load_word;
    if (adds) all[number] <= all_then;
    if (adds) others[number] <= others_then;
    if (rst) begun <= {VALUES{1'b0}};
    else if (adds) begun[number] <= 1'b1;
  end

  wire now = AT_ONCE != 0 && adds && wanted == number;
  wire [BODY-1:0] all_there = begun[wanted] ? all[wanted] : first[wanted];
  wire [BODY-1:0] others_there = begun[wanted] ? others[wanted] : NOTHING;
  assign value = without ? (now ? others_then : others_there) : (now ? all_then : all_there);
endmodule
`default_nettype wire
