// SPDX-License-Identifier: Apache-2.0
// One output of a slot router: the word of the source that the slot's code selects. Source k is
// input k if k < OWN, else input k + 1.
//
// A code has 1 + SOURCES / 2 bits, SOURCES / 2 rounded up:
//   0, 1  idle     2  source 0     3  source 1     4, 5  sources 2, 3     8, 9  sources 4, 5 ...
// The two low bits choose source 0, source 1 or a constant, 0 or 1. If bit b >= 2 of the code is 1,
// the constant that the lower bits yield chooses between source 2b - 2 (constant 0) and source
// 2b - 1 (constant 1); so 4 sources need only 2 LUT4 per bit of a word.
//
// A word is {valid, last, credit, data}; {valid, last} = 0 is silence, 1 a bubble, 2 a word, 3 the last
// word of a packet. If the selected source is silent, a bubble leaves, so that one broken link is
// noticed at one node only.
`default_nettype none
module rmc_slot_mux #(
    parameter INPUTS  = 5,
    parameter OWN     = 4,   // an input that is no source; INPUTS: every input is a source
    parameter WIDTH   = 16,  // bits of data
    parameter PARTS   = 1,   // parts of the data, each with a copy of the code
    parameter SOURCES = OWN < INPUTS ? INPUTS - 1 : INPUTS
) (
    input  wire [   PARTS*(1+SOURCES/2+SOURCES%2)-1:0] code,
    input  wire [                INPUTS*(WIDTH+3)-1:0] in,
    output wire [                           WIDTH+2:0] out,
    output wire                                        selects  // the code selects a source
);
  localparam CODE_BITS = 1 + SOURCES / 2 + SOURCES % 2;
  localparam WORD = WIDTH + 3;

  generate
    if (SOURCES < 2) begin : g_illegal_inputs rmc_slot_mux_INPUTS_must_have_2_sources illegal (); end
    if (OWN < 0 || OWN > INPUTS) begin : g_illegal_own rmc_slot_mux_OWN_must_be_0_to_INPUTS illegal (); end
    if (SOURCES != (OWN < INPUTS ? INPUTS - 1 : INPUTS)) begin : g_illegal_sources
      rmc_slot_mux_SOURCES_must_be_the_INPUTS_but_OWN illegal ();
    end
    if (WIDTH < 1) begin : g_illegal_width rmc_slot_mux_WIDTH_must_be_at_least_1 illegal (); end
    if (PARTS < 1 || PARTS > WIDTH) begin : g_illegal_parts rmc_slot_mux_PARTS_must_be_1_to_WIDTH illegal (); end
  endgenerate

  // Stage s chooses among the sources 0 to 2s + 1. Each stage has a net of its own, so that
  // simulators see no combinational loop.
  wire [WORD-1:0] chosen;
  genvar p, s;
  generate
    for (p = 0; p < PARTS; p = p + 1) begin : g_part
      localparam LOW = p * (WIDTH / PARTS);
      localparam BITS = p == PARTS - 1 ? WORD - LOW : WIDTH / PARTS;
      wire [CODE_BITS-1:0] copy = code[p*CODE_BITS+:CODE_BITS];
      for (s = 0; s < CODE_BITS - 1; s = s + 1) begin : g_stage
        localparam EVEN = 2 * s < OWN ? 2 * s : 2 * s + 1;
        localparam ODD = 2 * s + 1 < OWN ? 2 * s + 1 : 2 * s + 2;
        wire [BITS-1:0] even = in[EVEN*WORD+LOW+:BITS];
        wire [BITS-1:0] odd;
        if (2 * s + 1 < SOURCES) begin : g_pair
          assign odd = in[ODD*WORD+LOW+:BITS];
        end else begin : g_single
          assign odd = {BITS{1'b0}};
        end
        wire [BITS-1:0] taken;
        if (s == 0) begin : g_first
          assign taken = !copy[1] ? {BITS{copy[0]}} : copy[0] ? odd : even;
        end else begin : g_next
          assign taken = copy[s+1] ? (g_stage[s-1].taken & odd) | (~g_stage[s-1].taken & even) :
                                     g_stage[s-1].taken;
        end
      end
      assign chosen[LOW+:BITS] = g_stage[CODE_BITS-2].taken;
    end
  endgenerate

  generate
    if (OWN < INPUTS) begin : g_own
      wire unused = &{1'b0, in[OWN*WORD+:WORD]};
    end
  endgenerate

  wire valid = chosen[WORD-1];
  wire last = chosen[WORD-2];
  assign selects = |code[(PARTS-1)*CODE_BITS+1+:CODE_BITS-1];
  assign out = {selects && valid, selects && (last || !valid), chosen[WORD-3:0]};
endmodule
`default_nettype wire
