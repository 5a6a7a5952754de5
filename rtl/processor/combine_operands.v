// SPDX-License-Identifier: Apache-2.0
// Processor of a LogP machine that combines arrivals and own operands, for each of VALUES values. A
// message is {value, sender, number}, see combine_values. Messages with number v or VALUES + v
// carry a sum of value v; number VALUES + v: without the sender's own first operand. IN_TIME = 1:
// arrivals and operands are added to the right in the order of time (summation). IN_TIME = 0: only
// arrivals are added, those from lower processors to the left, those from higher ones to the right.
// An arrival that combines the operands of ALL processors replaces the sum. An operand is in
// `supply` a clock after `add`, with DELAY = 0 in the same clock.
`default_nettype none
module combine_operands #(
    parameter IN_TIME     = 0,   // 1: needs VALUES = 1
    parameter DELAY       = 0,   // clocks from an arrival on `in_data` to its sum on `supply`
    parameter OPERANDS    = 1,   // own operands, >= VALUES; those after the first VALUES need `add`
    parameter ALL         = 0,   // processors in a whole sum; 0: no arrival replaces a sum
    parameter VALUES      = 1,
    parameter TAG_BITS    = 1,   // bits of a message number
    parameter SENDER_BITS = 13,
    parameter COUNT_BITS  = 20
) (
    input wire clk,
    input wire rst,

    // Own operands, loaded in order before the run, one word per clock. The first operand of each
    // value needs no `add`.
    input wire                   load_valid,
    input wire [           31:0] load_address,
    input wire [COUNT_BITS+29:0] load_word,

    input  wire [SENDER_BITS-1:0] node,     // number of this processor
    input  wire                   in_valid,
    input  wire [           63:0] in_data,
    input  wire                   add,      // adds the next operand, see above
    input  wire [   TAG_BITS-1:0] message,
    output wire [           63:0] supply
);
  localparam BODY = COUNT_BITS + 30;
  localparam FLIT = BODY + SENDER_BITS + TAG_BITS;
  localparam [BODY-1:0] NOTHING = {10'd0, 10'd1, {COUNT_BITS + 10{1'b0}}};
  localparam ADDRESS_BITS = OPERANDS > 1 ? $clog2(OPERANDS) : 1;
  localparam VALUE_BITS = VALUES > 1 ? $clog2(VALUES) : 1;

  generate
    if (SENDER_BITS < 1) begin : g_illegal_sender_bits combine_operands_SENDER_BITS_must_be_at_least_1 illegal (); end
    if (DELAY < 0) begin : g_illegal_delay combine_operands_DELAY_must_not_be_negative illegal (); end
    if (VALUES < 1) begin : g_illegal_values combine_operands_VALUES_must_be_at_least_1 illegal (); end
    if (OPERANDS < VALUES) begin : g_illegal_operands
      combine_operands_OPERANDS_must_be_at_least_VALUES illegal ();
    end
    if (ALL < 0) begin : g_illegal_all combine_operands_ALL_must_not_be_negative illegal (); end
    if (ALL >> COUNT_BITS != 0) begin : g_illegal_all_2 combine_operands_ALL_must_fit_in_COUNT_BITS illegal (); end
    if (IN_TIME != 0 && VALUES != 1) begin : g_illegal_values_2
      combine_operands_VALUES_must_be_1_with_IN_TIME illegal ();
    end
    if (TAG_BITS < VALUE_BITS) begin : g_illegal_tag_bits
      combine_operands_TAG_BITS_must_hold_the_numbers_of_VALUES illegal ();
    end
    if (FLIT > 64) begin : g_illegal_width
      combine_operands_TAG_BITS_SENDER_BITS_and_COUNT_BITS_must_make_at_most_64_bits illegal ();
    end
  endgenerate

  // Number of the value that a message number stands for.
  function [VALUE_BITS-1:0] value_of;
    input [TAG_BITS-1:0] number;
    reg [TAG_BITS:0] less;
    begin
      less = {1'b0, number} - VALUES[TAG_BITS:0];
      value_of = VALUES == 1 ? {VALUE_BITS{1'b0}}
                             : less[TAG_BITS] ? number[VALUE_BITS-1:0] : less[VALUE_BITS-1:0];
    end
  endfunction

  // `comes`: an arrival is added, DELAY - 1 clocks after it was on `in_data` (DELAY = 0: at once).
  wire comes;
  wire [63:0] came;
  generate
    if (DELAY < 2) begin : g_at_once
      assign comes = in_valid;
      assign came  = in_data;
    end else begin : g_later
      reg [DELAY-2:0] on_its_way;
      reg [63:0] held;
      wire [DELAY-1:0] way = {on_its_way, in_valid};
      always @(posedge clk) begin
        on_its_way <= rst ? {DELAY - 1{1'b0}} : way[DELAY-2:0];
        if (in_valid) held <= in_data;
      end
      assign comes = way[DELAY-1];
      assign came  = held;
    end
  endgenerate

  // The next own operand. With IN_TIME = 0 it is not used, as only arrivals are added.
  wire [BODY-1:0] operand;
  generate
    if (IN_TIME != 0) begin : g_operands
      (* no_rw_check *) reg [BODY-1:0] operands[0:(1<<ADDRESS_BITS)-1];
      reg [BODY-1:0] next;
      reg [ADDRESS_BITS-1:0] address;
      wire [ADDRESS_BITS-1:0] following = add ? address + 1'b1 : address;
      always @(posedge clk) begin
        if (load_valid) operands[load_address[ADDRESS_BITS-1:0]] <= load_word;
        next <= operands[following];
        address <= rst ? {{(ADDRESS_BITS - 1) {1'b0}}, 1'b1} : following;
      end
      assign operand = next;
    end else begin : g_no_operands
      assign operand = NOTHING;
    end
  endgenerate
  wire [VALUE_BITS-1:0] number = comes ? value_of(came[TAG_BITS-1:0]) : {VALUE_BITS{1'b0}};
  wire [BODY-1:0] value;
  combine_sums #(
      .VALUES(VALUES),
      .COUNT_BITS(COUNT_BITS),
      .ALL(ALL),
      .AT_ONCE(DELAY == 0 ? 1 : 0)
  ) sums (
      .clk(clk),
      .rst(rst),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_word(load_word),
      .adds(comes || (IN_TIME != 0 && add)),
      .number(number),
      .below(IN_TIME == 0 && came[TAG_BITS+:SENDER_BITS] < node),
      .more(comes ? came[TAG_BITS+SENDER_BITS+:BODY] : operand),
      .wanted(value_of(message)),
      .without({1'b0, message} >= VALUES[TAG_BITS:0]),
      .value(value)
  );
  assign supply[FLIT-1:0] = {value, node, message};
  generate
    if (FLIT < 64) begin : g_rest
      assign supply[63:FLIT] = 0;
    end
  endgenerate
  wire unused = &{1'b0, came, load_address, add};
endmodule
`default_nettype wire
