// SPDX-License-Identifier: Apache-2.0
// The processor of a LogP machine that combines: what has come in time and its own operands. It
// supplies {value, sender, message}, see combine_values; message 1 is without its own.
// IN_TIME = 1: a value is added to the right in the order of time (summation), 0: those of lower
// processors go before its own, those of higher ones behind. What comes with ALL values takes the
// place of what is there.
`default_nettype none
module combine_operands #(
    parameter IN_TIME  = 0,
    parameter DELAY    = 0,   // clocks from when a message is on `in` until it is part of `supply`
    parameter OPERANDS = 1,   // of its own, 1 or more
    parameter ALL      = 0    // processors, whose values are combined; 0: nothing takes a place
) (
    input wire clk,
    input wire rst,

    // Own operands in order, before the run: one word per clock. The first is there from the start.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [49:0] load_word,

    input  wire [12:0] node,     // its number
    input  wire        in_valid,
    input  wire [63:0] in_data,
    input  wire        add,      // the next operand; it is part of `supply` a clock later
    input  wire        message,
    output wire [63:0] supply,
    output wire [49:0] total     // all that has come, and its own
);
  localparam COUNT_BITS = 20;
  localparam [49:0] NOTHING = {10'd0, 10'd1, 30'd0};
  localparam ADDRESS_BITS = OPERANDS > 1 ? $clog2(OPERANDS) : 1;

  generate
    if (DELAY < 0 || OPERANDS < 1 || ALL < 0 || ALL >= (1 << COUNT_BITS)) begin : g_illegal
      combine_operands_has_an_illegal_parameter illegal ();
    end
  endgenerate

  // What comes waits until its time.
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

  (* no_rw_check *) reg [49:0] operands[0:(1<<ADDRESS_BITS)-1];
  reg [49:0] own, operand;  // the first, and the next
  reg [ADDRESS_BITS-1:0] address;  // of the next
  wire [ADDRESS_BITS-1:0] following = add ? address + 1'b1 : address;

  // All, and all but its own first operand. Combining is associative.
  reg [49:0] all, others;
  wire below = IN_TIME == 0 && came[13:1] < node;
  wire [49:0] more = comes ? came[63-:50] : operand;
  wire whole = ALL != 0 && comes && more[COUNT_BITS-1:0] == ALL[COUNT_BITS-1:0];
  wire [49:0] sum_then, others_then;
  wire [49:0] all_then = whole ? more : sum_then;
  combine_values #(
      .COUNT_BITS(COUNT_BITS)
  ) with_own (
      .left (below ? more : all),
      .right(below ? all : more),
      .both (sum_then)
  );
  combine_values #(
      .COUNT_BITS(COUNT_BITS)
  ) without_own (
      .left (below ? more : others),
      .right(below ? others : more),
      .both (others_then)
  );

  always @(posedge clk) begin
    if (load_valid) operands[load_address[ADDRESS_BITS-1:0]] <= load_word;
    operand <= operands[following];
    if (rst) address <= {{(ADDRESS_BITS - 1) {1'b0}}, 1'b1};
    else address <= following;
    if (load_valid && load_address == 32'd0) own <= load_word;
    if (load_valid && load_address == 32'd0) all <= load_word;
    else if (rst) all <= own;
    else if (comes || add) all <= all_then;
    if (rst) others <= NOTHING;
    else if (comes || add) others <= others_then;
  end

  wire at_once = DELAY == 0 && comes;
  assign total = at_once ? all_then : all;
  assign supply = {
    message ? (at_once ? others_then : others) : total, node, message
  };
  wire unused = &{1'b0, came, load_address};
endmodule
`default_nettype wire
