// SPDX-License-Identifier: Apache-2.0
// The slot of a node, set by the frame wave, {start, bank or rest, inject, stay, check}:
//   start = 1  slot 0 of a frame that runs from `bank`. All flows are injected if `inject`, flows that
//              stay also if `stay`; routers check if `check`
//   start = 0  bit 3 = 1: the node goes to slot 2^SLOT_BITS - 1, the rest slot, in which all table
//              words must be idle, and stays there. Bit 3 = 0: the next slot
// A node that gets no start at the end of a frame runs on into the rest slot and stays there.
`default_nettype none
module rmc_slot_counter #(
    parameter SLOT_BITS = 6  // 2^SLOT_BITS - 1 slots, and the rest slot
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [          4:0] wave,
    output reg  [SLOT_BITS-1:0] slot,
    output reg                  bank,
    output reg                  inject,
    output reg                  stay,
    output reg                  check
);
  generate
    if (SLOT_BITS < 2 || SLOT_BITS > 12) begin : g_illegal_slot_bits
      rmc_slot_counter_SLOT_BITS_must_be_2_to_12 illegal ();
    end
  endgenerate

  wire resting = &slot;
  always @(posedge clk) begin
    if (wave[4]) begin
      slot <= {SLOT_BITS{1'b0}};
      {bank, inject, stay, check} <= wave[3:0];
    end else if (wave[3]) slot <= {SLOT_BITS{1'b1}};
    else if (!resting) slot <= slot + 1'b1;
    if (rst) begin
      slot <= {SLOT_BITS{1'b1}};
      {bank, inject, stay, check} <= 4'd0;
    end
  end
endmodule
`default_nettype wire
