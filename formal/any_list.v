// SPDX-License-Identifier: Apache-2.0
// Stand-in for logp_list in proofs of logp_port: any row in any cycle, so the proofs hold for every
// list of rows.
`default_nettype none
module logp_list #(
    parameter LINE_BITS = 3,
    parameter LANES     = 1,
    parameter TAG_BITS  = 6,
    parameter NEED_BITS = 8,
    parameter SPAN_BITS = 16,
    parameter ROM_DEPTH = 16
) (
    input wire clk,
    input wire rst,
    input wire run,
    input wire [15:0] rows,
    input wire load_valid,
    input wire [31:0] load_address,
    input wire [4+2*SPAN_BITS+NEED_BITS+TAG_BITS+LINE_BITS-1:0] load_word,
    output wire fire,
    output wire [1:0] op,
    output wire [LINE_BITS-1:0] line,
    output wire [TAG_BITS-1:0] message,
    output wire [NEED_BITS-1:0] need
);
  (* anyseq *) wire any_fire;
  (* anyseq *) wire [1:0] any_op;
  (* anyseq *) wire [LINE_BITS-1:0] any_line;
  (* anyseq *) wire [TAG_BITS-1:0] any_message;
  (* anyseq *) wire [NEED_BITS-1:0] any_need;
  assign {fire, op, line, message, need} = {any_fire, any_op, any_line, any_message, any_need};
endmodule
`default_nettype wire
