// SPDX-License-Identifier: Apache-2.0
// Slot router: in every slot a table connects inputs to outputs; a hop takes one clock. There are
// no stores and no arbitration, several outputs may take one input, and links carry no header.
//
// An output j < LINKS can take every input except input j; an output j >= LINKS, every input. A
// table word holds a code of CODE_BITS bits per output (`rmc_slot_mux`), the code of output 0 in
// the low bits; EXTRA_BITS bits above the codes are for other units of the node.
// Drawing: docs/rtl/rmc_slot_router.svg
`default_nettype none
module rmc_slot_router #(
    parameter LINKS      = 5,   // links in each direction, including the endpoint's
    parameter INPUTS     = 5,
    parameter OUTPUTS    = 5,
    parameter WIDTH      = 16,  // bits of data
    parameter SLOT_BITS  = 6,
    parameter EXTRA_BITS = 0,
    parameter STATS      = 1,   // 0: no flags, no signatures
    parameter SOURCES    = OUTPUTS > LINKS ? INPUTS : INPUTS - 1,
    parameter CODE_BITS  = 1 + SOURCES / 2 + SOURCES % 2,
    parameter WORD_BITS  = OUTPUTS * CODE_BITS + EXTRA_BITS
) (
    input  wire                                  clk,
    input  wire [                 SLOT_BITS-1:0] slot,
    input  wire                                  bank,
    input  wire                                  check,       // inputs are checked in `slot`
    input  wire                                  write,       // into the bank that does not run
    input  wire [                 SLOT_BITS-1:0] write_slot,
    input  wire [                 WORD_BITS-1:0] write_word,
    input  wire [          INPUTS*(WIDTH+3)-1:0] in_word,     // two clocks after its `slot`
    output reg  [         OUTPUTS*(WIDTH+3)-1:0] out_word,    // a clock after `in_word`
    output reg  [(EXTRA_BITS>0?EXTRA_BITS:1)-1:0] extra,      // with `out_word`
    output wire [                    INPUTS-1:0] missing,     // the table takes this silent input
    output wire [                    INPUTS-1:0] stray,       // the table leaves a word untaken
    output wire [    (WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [    (WORD_BITS > 16 ? 32 : 16)-1:0] driven
);
  localparam LINE = WIDTH + 3;
  localparam PART = 16, PARTS = (WIDTH + PART - 1) / PART;
  localparam CODES = OUTPUTS * CODE_BITS;

  generate
    if (LINKS < 2) begin : g_illegal_links rmc_slot_router_LINKS_must_be_at_least_2 illegal (); end
    if (INPUTS < LINKS) begin : g_illegal_inputs rmc_slot_router_INPUTS_must_be_at_least_LINKS illegal (); end
    if (OUTPUTS < LINKS) begin : g_illegal_outputs rmc_slot_router_OUTPUTS_must_be_at_least_LINKS illegal (); end
    if (INPUTS < 3) begin : g_illegal_inputs_2 rmc_slot_router_INPUTS_must_be_at_least_3 illegal (); end
    if (EXTRA_BITS < 0) begin : g_illegal_extra_bits rmc_slot_router_EXTRA_BITS_must_not_be_negative illegal (); end
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_slot_router_STATS_must_be_0_to_2 illegal (); end
    if (WORD_BITS != OUTPUTS * CODE_BITS + EXTRA_BITS) begin : g_illegal_word_bits
      rmc_slot_router_WORD_BITS_must_be_those_of_OUTPUTS_codes_and_EXTRA_BITS illegal ();
    end
  endgenerate

  // The table's word is registered, because block RAMs deliver their words late in a clock. At most
  // PART bits of data share a copy of the codes, so that each copy reaches its bits in a clock.
  wire [WORD_BITS-1:0] shown;
  wire [PARTS*CODES-1:0] codes;
  genvar part;
  generate
    for (part = 0; part < PARTS; part = part + 1) begin : g_part
      reg [CODES-1:0] copy;
      (* keep *) always @(posedge clk) copy <= shown[CODES-1:0];
      assign codes[part*CODES+:CODES] = copy;
    end
  endgenerate
  rmc_slot_table #(
      .WORD_BITS (WORD_BITS),
      .SLOT_BITS (SLOT_BITS),
      .SIGNATURES(STATS > 0 ? 1 : 0)
  ) slots (
      .clk       (clk),
      .slot      (slot),
      .bank      (bank),
      .word      (shown),
      .write     (write),
      .write_slot(write_slot),
      .write_word(write_word),
      .written   (written),
      .driven    (driven)
  );

  // Icarus Verilog copies a net with several drivers whenever a part of it is read. `in_word` is
  // such a net; the variable `words` is not.
  reg [INPUTS*LINE-1:0] words;
  always @* words = in_word;
  wire [OUTPUTS*LINE-1:0] next_word;
  wire [OUTPUTS*INPUTS-1:0] takes;  // bit j*INPUTS+i: output j takes input i
  always @(posedge clk) out_word <= next_word;
  genvar i, j;
  generate
    for (j = 0; j < OUTPUTS; j = j + 1) begin : g_output
      localparam FROM = j < LINKS ? INPUTS - 1 : INPUTS;
      localparam BITS = 1 + FROM / 2 + FROM % 2;
      wire [CODE_BITS-1:0] code = codes[j*CODE_BITS+:CODE_BITS];
      for (i = 0; i < FROM; i = i + 1) begin : g_source
        localparam INPUT = j < LINKS && i >= j ? i + 1 : i;
        localparam [CODE_BITS-1:0] CODE = i < 2 ? 2 + i : (1 << (i / 2 + 1)) + i % 2;
        assign takes[j*INPUTS+INPUT] = code == CODE;
      end
      if (FROM < INPUTS) begin : g_own
        assign takes[j*INPUTS+j] = 1'b0;
      end
      wire selects;
      wire [PARTS*BITS-1:0] by_part;
      for (part = 0; part < PARTS; part = part + 1) begin : g_code
        wire [CODE_BITS-1:0] copy = codes[part*CODES+j*CODE_BITS+:CODE_BITS];
        assign by_part[part*BITS+:BITS] = copy[BITS-1:0];
        if (BITS < CODE_BITS) begin : g_short
          wire unused = &{1'b0, copy[CODE_BITS-1:BITS]};
        end
      end
      rmc_slot_mux #(
          .INPUTS(INPUTS),
          .OWN   (j < LINKS ? j : INPUTS),
          .WIDTH (WIDTH),
          .PARTS (PARTS)
      ) select (
          .code   (by_part),
          .in     (words),
          .out    (next_word[j*LINE+:LINE]),
          .selects(selects)
      );
      wire unused_selects = selects;
    end
    if (EXTRA_BITS > 0) begin : g_extra
      reg [EXTRA_BITS-1:0] next_extra;
      always @(posedge clk) {extra, next_extra} <= {next_extra, shown[WORD_BITS-1-:EXTRA_BITS]};
    end else begin : g_no_extra
      always @(posedge clk) extra <= 1'b0;
    end

    if (STATS > 0) begin : g_flags
      reg checks, checks_1;
      always @(posedge clk) {checks, checks_1} <= {checks_1, check};
      for (i = 0; i < INPUTS; i = i + 1) begin : g_input
        wire [OUTPUTS-1:0] by;
        for (j = 0; j < OUTPUTS; j = j + 1) begin : g_by
          assign by[j] = takes[j*INPUTS+i];
        end
        reg misses, strays;
        always @(posedge clk) begin
          misses <= checks && |by && words[i*LINE+WIDTH+1+:2] == 2'd0;
          strays <= checks && !(|by) && words[i*LINE+WIDTH+2];
        end
        assign missing[i] = misses;
        assign stray[i]   = strays;
      end
    end else begin : g_no_flags
      assign missing = {INPUTS{1'b0}};
      assign stray   = {INPUTS{1'b0}};
      wire unused = &{1'b0, check, takes};
    end
  endgenerate
endmodule
`default_nettype wire
