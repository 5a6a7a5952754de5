// SPDX-License-Identifier: Apache-2.0
  // Properties of the slot router, for any table. The table's word has a code for each output. A
  // clock after its inputs, an output shows the input that the output's code names: unchanged, but
  // a bubble if the input is silent. Codes 0 and 1 make the output silent. With `check`, `missing`
  // reports a silent input that a code names, and `stray` an input with a word that no code names.
  // Here a case statement decodes the codes, independently of the router.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  // The word in use. The router loads all copies of its codes together; assumed: these copies are
  // equal in the first clock.
  reg [WORD_BITS-1:0] word;
  always @(posedge clk) word <= shown;
  always @* if (!started) assume (codes == {PARTS{word[CODES-1:0]}});

  localparam [31:0] NOTHING = 99;
  function [31:0] source_of;  // number of the source that a code names
    input [31:0] bits;
    case (bits)
      32'd2: source_of = 0;
      32'd3: source_of = 1;
      32'd4: source_of = 2;
      32'd5: source_of = 3;
      32'd8: source_of = 4;
      32'd9: source_of = 5;
      32'd16: source_of = 6;
      32'd17: source_of = 7;
      default: source_of = NOTHING;
    endcase
  endfunction
  function [31:0] input_of;
    input [31:0] output_number;
    input [31:0] bits;
    reg [31:0] number;
    begin
      number = source_of(bits);
      input_of = number;
      if (number >= (output_number < LINKS ? INPUTS - 1 : INPUTS)) input_of = NOTHING;
      else if (output_number < LINKS && number >= output_number) input_of = number + 1;
    end
  endfunction

  reg [WORD_BITS-1:0] word_before;
  reg [INPUTS*LINE-1:0] in_before;
  reg check_1 = 1'b0, check_2 = 1'b0, check_3 = 1'b0;  // `check` 1 to 3 clocks before
  always @(posedge clk) begin
    word_before <= word;
    in_before <= in_word;
    {check_3, check_2, check_1} <= {check_2, check_1, check};
  end

  genvar p;
  generate
    for (p = 0; p < OUTPUTS; p = p + 1) begin : g_property
      wire [CODE_BITS-1:0] bits = word_before[p*CODE_BITS+:CODE_BITS];
      wire [31:0] from = input_of(p, bits);
      wire [LINE-1:0] wanted = in_before[from*LINE+:LINE];
      wire [LINE-1:0] got = out_word[p*LINE+:LINE];
      always @* if (started) begin
        if (from != NOTHING && wanted[LINE-1-:2] != 2'd0) assert (got == wanted);
        if (from != NOTHING && wanted[LINE-1-:2] == 2'd0)
          assert (got[LINE-1-:2] == 2'd1 && got[LINE-3:0] == wanted[LINE-3:0]);
        if (bits < 2) assert (got[LINE-1-:2] == 2'd0);
      end
    end
    if (EXTRA_BITS > 0) begin : g_extra_property
      always @* if (!started) assume (g_extra.next_extra == word[WORD_BITS-1-:EXTRA_BITS]);
      always @* if (started) assert (extra == word_before[WORD_BITS-1-:EXTRA_BITS]);
    end
    if (STATS > 0) begin : g_flag_property
      reg [INPUTS-1:0] taken;
      integer o;
      always @* begin
        taken = {INPUTS{1'b0}};
        for (o = 0; o < OUTPUTS; o = o + 1)
          if (input_of(o, word_before[o*CODE_BITS+:CODE_BITS]) != NOTHING)
            taken[input_of(o, word_before[o*CODE_BITS+:CODE_BITS])] = 1'b1;
      end
      for (p = 0; p < INPUTS; p = p + 1) begin : g_in
        wire [1:0] kind = in_before[p*LINE+LINE-1-:2];
        reg [1:0] clocks = 2'd0;
        wire settled = clocks == 2'd3;
        always @(posedge clk) if (!settled) clocks <= clocks + 2'd1;
        always @* if (settled) begin
          assert (missing[p] == (check_3 && taken[p] && kind == 2'd0));
          assert (stray[p] == (check_3 && !taken[p] && kind[1]));
        end
      end
    end
  endgenerate
