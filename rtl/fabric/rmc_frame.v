// SPDX-License-Identifier: Apache-2.0
// Starts the frames of a fabric. The frame wave (`rmc_slot_counter`) may reach nodes in different
// clocks; it carries the bank, so that all nodes run a frame from the same bank whatever the delay.
//
// At the end of a frame, or while the fabric rests, the first condition that holds decides:
//   COMMIT waits and must drain  frames from the old bank that inject at most flows that stay,
//                                until `drain` frames have followed the last frame with all flows
//   COMMIT waits                 a frame from the other bank
//   a frame is wanted            a frame. Wanted means `run` and, on demand, also a `ready` for
//                                that frame, so on demand a COMMIT's first frame injects nothing
//   words may be in transit      frames without injection, until `drain` of them have passed
//   otherwise                    rest
// Routers do not check the first `drain` frames after a rest and after a COMMIT: in these frames
// the tables also expect words from earlier frames of the same bank, and those frames did not run.
`default_nettype none
module rmc_frame #(
    parameter SLOT_BITS   = 6,
    parameter FRAME_BITS  = 32,
    parameter READY_DELAY = 16  // clocks after a frame or a bank change until `ready` is up to date
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   run,            // low: drain and rest after the frame
    input  wire                   on_demand,
    input  wire                   ready,          // all endpoints are ready for a frame
    input  wire [2*SLOT_BITS-1:0] periods,        // slots per frame of bank 0 and 1, 1..2^SLOT_BITS-1
    input  wire [            3:0] drain,          // longest path in slots / period, rounded up
    input  wire                   commit,         // a pulse: take the other bank
    input  wire                   commit_drains,  // the banks have different flows
    input  wire                   commit_stays,   // draining frames inject the flows that stay
    output reg  [            4:0] wave,
    output reg                    bank,           // bank of the frame
    output reg                    running,        // low: at rest
    output reg                    pending,        // COMMIT waits
    output reg  [ FRAME_BITS-1:0] frame           // frames begun
);
  localparam DELAY_BITS = $clog2(READY_DELAY + 1);

  generate
    if (SLOT_BITS < 2 || SLOT_BITS > 12) begin : g_illegal_slot_bits
      rmc_frame_SLOT_BITS_must_be_2_to_12 illegal ();
    end
    if (FRAME_BITS < 1) begin : g_illegal_frame_bits rmc_frame_FRAME_BITS_must_be_at_least_1 illegal (); end
    if (READY_DELAY < 1) begin : g_illegal_ready_delay rmc_frame_READY_DELAY_must_be_at_least_1 illegal (); end
  endgenerate

  reg drains, stays, injects;         // drains, stays: pins `commit_*` of the waiting COMMIT
  reg [SLOT_BITS-1:0] left;           // slots that follow in the frame
  // quiet: frames after the last frame that injected all flows, or since a COMMIT if that is later;
  // warm: frames since a rest or a COMMIT.
  reg [3:0] quiet, warm;
  reg [DELAY_BITS-1:0] stale;         // clocks until `ready` refers to the next frame

  wire boundary = !running || left == {SLOT_BITS{1'b0}};
  wire empty = quiet >= drain;  // no word is in transit
  wire holds = pending && drains && !empty;
  wire turns = pending && !holds;
  wire wanted = run && (!on_demand || (ready && !injects && !turns && stale == {DELAY_BITS{1'b0}}));
  wire starts = holds || turns || wanted || !empty;
  wire next_bank = bank ^ turns;
  wire next_injects = wanted && !holds;
  wire next_stays = next_injects || (holds && stays && run && !on_demand);
  wire [SLOT_BITS-1:0] period = next_bank ? periods[SLOT_BITS+:SLOT_BITS] : periods[0+:SLOT_BITS];
  wire fresh = turns || !running;
  wire checks = !fresh && warm >= drain;

  always @(posedge clk) begin
    wave <= 5'd0;
    if (commit) {drains, stays} <= {commit_drains, commit_stays};
    pending <= commit || (pending && !(boundary && turns));
    left <= left - 1'b1;
    if (stale != {DELAY_BITS{1'b0}}) stale <= stale - 1'b1;
    if (boundary) begin
      wave <= starts ? {1'b1, next_bank, next_injects, next_stays, checks} : 5'b01000;
      running <= starts;
      bank <= next_bank;
      injects <= starts && next_injects;
      left <= period - 1'b1;
      if (starts) begin
        frame <= frame + 1'b1;
        quiet <= next_injects ? 4'd0 : turns ? 4'd1 : &quiet ? quiet : quiet + 4'd1;
        warm <= fresh ? 4'd1 : &warm ? warm : warm + 4'd1;
      end
      if (injects || turns) stale <= READY_DELAY[DELAY_BITS-1:0];
    end
    if (rst) begin
      wave <= 5'b01000;
      {running, pending, drains, stays, injects, bank} <= 6'd0;
      frame <= {FRAME_BITS{1'b0}};
      {quiet, warm} <= 8'hf0;
      stale <= {DELAY_BITS{1'b0}};
    end
  end
endmodule
`default_nettype wire
