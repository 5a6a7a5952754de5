// SPDX-License-Identifier: Apache-2.0
// A node's table: two banks, each with a word per slot. The node runs from one bank; writes enter
// the other one, the shadow bank. Words are 0 (idle) until they are written. If the host writes
// slots in ascending order from 0, `written` is the signature of the shadow bank. `driven` is the
// signature of the words of the last whole frame, as the memory returned them.
`default_nettype none
module rmc_slot_table #(
    parameter WORD_BITS  = 16,
    parameter SLOT_BITS  = 6,
    parameter SIGNATURES = 0   // 0: `written` and `driven` are 0
) (
    input  wire                              clk,
    input  wire [             SLOT_BITS-1:0] slot,
    input  wire                              bank,
    output reg  [             WORD_BITS-1:0] word,        // of `slot`, a clock later
    input  wire                              write,
    input  wire [             SLOT_BITS-1:0] write_slot,  // in the shadow bank
    input  wire [             WORD_BITS-1:0] write_word,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] driven
);
  localparam WORDS = 2 << SLOT_BITS;

  generate
    if (WORD_BITS < 1) begin : g_illegal_word_bits rmc_slot_table_WORD_BITS_must_be_at_least_1 illegal (); end
    if (SLOT_BITS < 2 || SLOT_BITS > 12) begin : g_illegal_slot_bits
      rmc_slot_table_SLOT_BITS_must_be_2_to_12 illegal ();
    end
    if (SIGNATURES < 0 || SIGNATURES > 1) begin : g_illegal_signatures
      rmc_slot_table_SIGNATURES_must_be_0_or_1 illegal ();
    end
  endgenerate

  // Reads and writes never meet, as their banks differ.
  (* no_rw_check *) reg [WORD_BITS-1:0] words[0:WORDS-1];
  initial begin : clear
    integer i;
    for (i = 0; i < WORDS; i = i + 1) words[i] = {WORD_BITS{1'b0}};
  end
  always @(posedge clk) begin
    word <= words[{bank, slot}];
    if (write) words[{!bank, write_slot}] <= write_word;
  end

  generate
    if (SIGNATURES != 0) begin : g_signatures
      localparam BITS = WORD_BITS > 16 ? 32 : 16;
      wire write_first = write_slot == {SLOT_BITS{1'b0}};
      rmc_signature #(
          .WORD_BITS(WORD_BITS)
      ) of_writes (
          .clk  (clk),
          .add  (write),
          .first(write_first),
          .word (write_word),
          .value(written)
      );
      reg first, rests;
      always @(posedge clk) begin
        first <= slot == {SLOT_BITS{1'b0}};
        rests <= &slot;
      end
      wire [BITS-1:0] running;
      rmc_signature #(
          .WORD_BITS(WORD_BITS)
      ) of_frame (
          .clk  (clk),
          .add  (!rests),
          .first(first),
          .word (word),
          .value(running)
      );
      reg [BITS-1:0] frame;
      always @(posedge clk) if (first) frame <= running;
      assign driven = frame;
    end else begin : g_none
      assign written = 0;
      assign driven  = 0;
    end
  endgenerate
endmodule
`default_nettype wire
