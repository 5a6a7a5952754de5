// SPDX-License-Identifier: Apache-2.0
// Writes the words of a file through a load port, one per clock, once after a reset. `done` rises a
// clock after the last word was accepted.
`default_nettype none
module image_loader #(
    parameter WORD_BITS = 48,
    parameter WORDS     = 1,
    parameter FILE      = ""  // for $readmemh; must be given
) (
    input  wire                 clk,
    input  wire                 rst,
    output reg                  valid,
    output reg  [WORD_BITS-1:0] word,
    output reg                  done
);
  localparam ADDRESS_BITS = $clog2(WORDS + 1);

  generate
    if (WORD_BITS < 1) begin : g_illegal_word_bits image_loader_WORD_BITS_must_be_at_least_1 illegal (); end
    if (WORDS < 1) begin : g_illegal_words image_loader_WORDS_must_be_at_least_1 illegal (); end
  endgenerate

  reg [WORD_BITS-1:0] words[0:(1<<ADDRESS_BITS)-1];
  generate
    if (FILE != "") begin : g_file
      initial $readmemh(FILE, words, 0, WORDS - 1);
    end else begin : g_no_file
      initial words[0] = {WORD_BITS{1'b0}};
    end
  endgenerate
  reg [ADDRESS_BITS-1:0] address;
  wire some = address != WORDS[ADDRESS_BITS-1:0];

  always @(posedge clk) begin
    word  <= words[address];
    valid <= some && !rst;
    done  <= !some && !valid && !rst;
    if (rst) address <= {ADDRESS_BITS{1'b0}};
    else if (some) address <= address + 1'b1;
  end
endmodule
`default_nettype wire
