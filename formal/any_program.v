// SPDX-License-Identifier: Apache-2.0
// Stand-in for the sequencer in proofs of the switches: any control word in any cycle, so the
// proofs hold for every program. The sequencer itself is proved separately.
`default_nettype none
module sequencer #(
    parameter CONTROL_BITS  = 8,
    parameter DEPTH         = 16,
    parameter ARGUMENT_BITS = 16,
    parameter USED          = 0
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     run,
    input  wire                     load_valid,
    input  wire [             31:0] load_address,
    input  wire [CONTROL_BITS+17:0] load_word,
    output wire [ CONTROL_BITS-1:0] control,
    output wire                     fresh
);
  (* anyseq *) wire [CONTROL_BITS-1:0] any;
  assign control = any;
  (* anyseq *) wire any_fresh;
  assign fresh = any_fresh;
endmodule
`default_nettype wire
