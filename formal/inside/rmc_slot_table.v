// SPDX-License-Identifier: Apache-2.0
  // Properties of a slot table, which has two banks: the word of slot s and bank b is the last one
  // that was written there, or 0. One address is tracked, chosen by the prover. Reads are from bank
  // `bank`, and writes enter the other bank, so no write changes a word that can be read.
  (* anyconst *) wire any_bank;
  (* anyconst *) wire [SLOT_BITS-1:0] any_slot;
  reg started = 1'b0, read = 1'b0;
  reg [WORD_BITS-1:0] last = 0, expected = 0;
  always @(posedge clk) begin
    started <= 1'b1;
    if (write && write_slot == any_slot && bank != any_bank) last <= write_word;
    read <= slot == any_slot && bank == any_bank;
    expected <= last;
  end
  always @* begin
    assert (words[{any_bank, any_slot}] == last);
    if (started && read) assert (word == expected);
  end
