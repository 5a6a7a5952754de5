// SPDX-License-Identifier: Apache-2.0
// Signature of a sequence of words: before each word the signature is multiplied by x modulo the
// polynomial of CRC-16-CCITT or, for words of more than 16 bits, of CRC-32; then the word is added.
`default_nettype none
module rmc_signature #(
    parameter WORD_BITS = 16
) (
    input  wire                              clk,
    input  wire                              add,      // adds `word`
    input  wire                              first,    // `word` begins a sequence
    input  wire [             WORD_BITS-1:0] word,
    output reg  [(WORD_BITS > 16 ? 32 : 16)-1:0] value
);
  localparam BITS = WORD_BITS > 16 ? 32 : 16;
  localparam [31:0] POLYNOMIAL = WORD_BITS > 16 ? 32'h04C11DB7 : 32'h00001021;

  generate
    if (WORD_BITS < 1 || WORD_BITS > 32) begin : g_illegal_word_bits rmc_signature_WORD_BITS_must_be_1_to_32 illegal (); end
  endgenerate

  wire [BITS-1:0] previous = first ? {BITS{1'b0}} : value;
  wire [BITS-1:0] times_x = {previous[BITS-2:0], 1'b0} ^ (POLYNOMIAL[BITS-1:0] & {BITS{previous[BITS-1]}});
  wire [BITS:0] padded = {{(BITS + 1 - WORD_BITS) {1'b0}}, word};
  always @(posedge clk) if (add) value <= times_x ^ padded[BITS-1:0];
  wire unused = &{1'b0, padded[BITS]};
endmodule
`default_nettype wire
