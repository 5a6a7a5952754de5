// SPDX-License-Identifier: Apache-2.0
// Schedule ROM that controls one sender of a node with a store. Control word, lowest bit first:
//   slot    slot of the word's first message; the following ones come from the slots after it
//   target  outgoing port (single-port) or bank (multi-port)
//   label   COPIES = 1: label of the copy to be made; 0: none
//   start   1: the word begins a packet, with a start-up; 0: it continues a packet at another slot
//   send    0: the link is idle
`default_nettype none
module store_program #(
    parameter PLACE_BITS  = 4,
    parameter TARGET_BITS = 2,
    parameter ROUTE_BITS  = 8,   // bits of a label
    parameter COPIES      = 0,
    parameter ROM_DEPTH   = 16,  // words
    parameter ARGUMENT_BITS = 16  // bits of a word's argument, see sequencer
) (
    input  wire                                 clk,
    input  wire                                 rst,
    input  wire                                 run,
    input  wire                                 load_valid,
    input  wire [                         31:0] load_address,
    input  wire [PLACE_BITS+TARGET_BITS+COPIES*ROUTE_BITS+2+17:0] load_word,
    input  wire                                 hop,     // the message in slot `place` leaves at this edge
    output wire                                 sends,
    output wire                                 first,
    output wire                                 start,
    output wire [              TARGET_BITS-1:0] target,
    output wire [               ROUTE_BITS-1:0] label,
    output wire [               PLACE_BITS-1:0] place
);
  localparam LABEL_BITS = COPIES * ROUTE_BITS;

  generate
    if (PLACE_BITS < 1) begin : g_illegal_place_bits store_program_PLACE_BITS_must_be_at_least_1 illegal (); end
    if (TARGET_BITS < 1) begin : g_illegal_target_bits store_program_TARGET_BITS_must_be_at_least_1 illegal (); end
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_program_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (COPIES < 0 || COPIES > 1) begin : g_illegal_copies store_program_COPIES_must_be_0_or_1 illegal (); end
    if (ROM_DEPTH < 1) begin : g_illegal_rom_depth store_program_ROM_DEPTH_must_be_at_least_1 illegal (); end
    if (ARGUMENT_BITS < 1 || ARGUMENT_BITS > 16) begin : g_illegal_argument_bits
      store_program_ARGUMENT_BITS_must_be_1_to_16 illegal ();
    end
  endgenerate

  wire [TARGET_BITS+LABEL_BITS-1:0] aim;
  wire [PLACE_BITS-1:0] slot;
  reg  [PLACE_BITS-1:0] next;
  sequencer #(
      .CONTROL_BITS(PLACE_BITS + TARGET_BITS + LABEL_BITS + 2),
      .DEPTH(ROM_DEPTH),
      .ARGUMENT_BITS(ARGUMENT_BITS)
  ) sequencer (
      .clk(clk),
      .rst(rst),
      .run(run),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_word(load_word),
      .control({sends, start, aim, slot}),
      .fresh(first)
  );
  assign target = aim[TARGET_BITS-1:0];
  generate
    if (COPIES != 0) begin : g_label
      assign label = aim[TARGET_BITS+:ROUTE_BITS];
    end else begin : g_no_label
      assign label = {ROUTE_BITS{1'b0}};
    end
  endgenerate
  assign place = first ? slot : next;
  always @(posedge clk) if (sends) next <= place + {{(PLACE_BITS - 1) {1'b0}}, hop};
endmodule
`default_nettype wire
