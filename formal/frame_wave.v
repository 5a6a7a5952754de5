// SPDX-License-Identifier: Apache-2.0
// The frame wave, the signal that starts a frame in the nodes, reaches each of two nodes after a
// constant delay of the node's own, 0 to 3 clocks. Frames are counted modulo 2^FRAME_BITS; the
// prover chooses a frame, which both nodes must run from the same bank (inside/frame_wave.v).
`default_nettype none
module frame_wave #(
    parameter SLOT_BITS  = 2,
    parameter FRAME_BITS = 2
) (
    input wire clk,
    input wire rst,
    input wire run,
    input wire on_demand,
    input wire ready,
    input wire [2*SLOT_BITS-1:0] periods,
    input wire [3:0] drain,
    input wire commit,
    input wire commit_drains,
    input wire commit_stays
);
  wire [4:0] wave;
  wire bank, running, pending;
  wire [FRAME_BITS-1:0] frame;
  rmc_frame #(
      .SLOT_BITS  (SLOT_BITS),
      .FRAME_BITS (FRAME_BITS),
      .READY_DELAY(3)
  ) frames (
      .clk          (clk),
      .rst          (rst),
      .run          (run),
      .on_demand    (on_demand),
      .ready        (ready),
      .periods      (periods),
      .drain        (drain),
      .commit       (commit),
      .commit_drains(commit_drains),
      .commit_stays (commit_stays),
      .wave         (wave),
      .bank         (bank),
      .running      (running),
      .pending      (pending),
      .frame        (frame)
  );

  reg [4:0] wave_1 = 5'b01000, wave_2 = 5'b01000, wave_3 = 5'b01000;
  always @(posedge clk) {wave_3, wave_2, wave_1} <= {wave_2, wave_1, wave};
  (* anyconst *) wire [1:0] delay_a;
  (* anyconst *) wire [1:0] delay_b;
  wire [4:0] wave_a = delay_a == 0 ? wave : delay_a == 1 ? wave_1 : delay_a == 2 ? wave_2 : wave_3;
  wire [4:0] wave_b = delay_b == 0 ? wave : delay_b == 1 ? wave_1 : delay_b == 2 ? wave_2 : wave_3;
  wire [SLOT_BITS-1:0] slot_a, slot_b;
  wire bank_a, bank_b, inject_a, inject_b, stay_a, stay_b, check_a, check_b;
  rmc_slot_counter #(
      .SLOT_BITS(SLOT_BITS)
  ) node_a (
      .clk   (clk),
      .rst   (rst),
      .wave  (wave_a),
      .slot  (slot_a),
      .bank  (bank_a),
      .inject(inject_a),
      .stay  (stay_a),
      .check (check_a)
  );
  rmc_slot_counter #(
      .SLOT_BITS(SLOT_BITS)
  ) node_b (
      .clk   (clk),
      .rst   (rst),
      .wave  (wave_b),
      .slot  (slot_b),
      .bank  (bank_b),
      .inject(inject_b),
      .stay  (stay_b),
      .check (check_b)
  );
endmodule
`default_nettype wire
