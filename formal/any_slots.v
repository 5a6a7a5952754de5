// SPDX-License-Identifier: Apache-2.0
// Stand-in for the slot table in proofs of its users: any word in any slot, so the proofs hold for
// every table. The table itself is proved separately.
`default_nettype none
module rmc_slot_table #(
    parameter WORD_BITS  = 16,
    parameter SLOT_BITS  = 6,
    parameter SIGNATURES = 0
) (
    input  wire                              clk,
    input  wire [             SLOT_BITS-1:0] slot,
    input  wire                              bank,
    output wire [             WORD_BITS-1:0] word,
    input  wire                              write,
    input  wire [             SLOT_BITS-1:0] write_slot,
    input  wire [             WORD_BITS-1:0] write_word,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] driven
);
  (* anyseq *) wire [WORD_BITS-1:0] any;
  assign word = any;
  assign written = 0;
  assign driven = 0;
endmodule
`default_nettype wire
