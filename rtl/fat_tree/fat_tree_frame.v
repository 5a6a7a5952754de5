// SPDX-License-Identifier: Apache-2.0
// Parts that all fat-tree switches have in common: schedule ROM, marks, hop counter. A switch adds
// its queues and its local rule.
`default_nettype none
module fat_tree_frame #(
    parameter CONTROL_BITS  = 8,   // bits of a control word
    parameter ROM_DEPTH     = 0,   // words of the schedule ROM, 0: local rule
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter ROM_USED      = 0,   // mask of the control bits that the ROM keeps, see sequencer; 0: all
    parameter LINKS         = 1,   // largest number of messages that leave in one cycle
    parameter QUEUES        = 1,   // queues whose waiting messages are measured separately
    parameter TOTAL_BITS    = 4,   // bits of the number of messages in the switch
    parameter LEFT_BITS     = 4,   // bits of the number of messages in a queue
    parameter TIME_BITS     = 32   // bits of the cycle and hop counters
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 run,
    input wire [TIME_BITS-1:0] cycle,

    // ROM load port, used while `run` is low. With ROM_DEPTH = 0 this port and `run` are unused.
    input  wire                     load_valid,
    input  wire [             31:0] load_address,
    input  wire [CONTROL_BITS+17:0] load_word,
    output wire [ CONTROL_BITS-1:0] control,       // control word of this cycle; 0 when ROM_DEPTH = 0

    // A mark grows only in a cycle that follows an arrival: `may_grow` is high in all of these
    // cycles, and low while the switch is idle. `may_grow` depends on registers only, so that
    // inputs change no signal of an idle switch (gating).
    input  wire                        may_grow,
    input  wire [      TOTAL_BITS-1:0] resident,    // messages at the end of the last cycle
    input  wire [QUEUES*LEFT_BITS-1:0] left,        // messages in each queue after this cycle's sends
    input  wire [           LINKS-1:0] sent,        // messages that leave in this cycle
    // {last_hop, hops, waiting_high, queue_high}
    output wire [2*TIME_BITS+LEFT_BITS+TOTAL_BITS-1:0] figures
);
  generate
    if (CONTROL_BITS < 1) begin : g_illegal_control_bits
      fat_tree_frame_CONTROL_BITS_must_be_at_least_1 illegal ();
    end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth fat_tree_frame_ROM_DEPTH_must_not_be_negative illegal (); end
    if (ARGUMENT_BITS < 1 || ARGUMENT_BITS > 16) begin : g_illegal_argument_bits
      fat_tree_frame_ARGUMENT_BITS_must_be_1_to_16 illegal ();
    end
    if (ROM_USED < 0) begin : g_illegal_rom_used fat_tree_frame_ROM_USED_must_not_be_negative illegal (); end
    if (LINKS < 1) begin : g_illegal_links fat_tree_frame_LINKS_must_be_at_least_1 illegal (); end
    if (QUEUES < 1) begin : g_illegal_queues fat_tree_frame_QUEUES_must_be_at_least_1 illegal (); end
    if (TOTAL_BITS < 1) begin : g_illegal_total_bits fat_tree_frame_TOTAL_BITS_must_be_at_least_1 illegal (); end
    if (LEFT_BITS < 1) begin : g_illegal_left_bits fat_tree_frame_LEFT_BITS_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits fat_tree_frame_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  generate
    if (ROM_DEPTH > 0) begin : g_rom
      wire fresh;
      sequencer #(
          .CONTROL_BITS(CONTROL_BITS),
          .DEPTH(ROM_DEPTH),
          .ARGUMENT_BITS(ARGUMENT_BITS),
          .USED(ROM_USED)
      ) sequencer (
          .clk(clk),
          .rst(rst),
          .run(run),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .control(control),
          .fresh(fresh)
      );
      wire unused = &{1'b0, fresh};
    end else begin : g_rule
      assign control = {CONTROL_BITS{1'b0}};
      wire unused = &{1'b0, run, load_valid, load_address, load_word};
    end
  endgenerate

  // `queue_before` and `waiting_before` do not count the last cycle yet. `queue_high` and
  // `waiting_high` count it, by logic after these registers: paths into the registers stay short.
  reg [TOTAL_BITS-1:0] queue_before;
  reg [LEFT_BITS-1:0] waiting_before, waiting_high;
  reg [QUEUES*LEFT_BITS-1:0] behind;  // messages left per queue in the last cycle with `may_grow`
  wire [TOTAL_BITS-1:0] queue_high = resident > queue_before ? resident : queue_before;
  always @* begin : most_left
    integer q;
    waiting_high = waiting_before;
    for (q = 0; q < QUEUES; q = q + 1)
      if (behind[q*LEFT_BITS+:LEFT_BITS] > waiting_high)
        waiting_high = behind[q*LEFT_BITS+:LEFT_BITS];
  end
  always @(posedge clk)
    if (rst) begin
      queue_before <= {TOTAL_BITS{1'b0}};
      behind <= {QUEUES * LEFT_BITS{1'b0}};
      waiting_before <= {LEFT_BITS{1'b0}};
    end else if (may_grow) begin
      queue_before <= queue_high;
      behind <= left;
      waiting_before <= waiting_high;
    end

  wire [TIME_BITS-1:0] hops, last_hop;
  event_counter #(
      .LANES(LINKS),
      .TIME_BITS(TIME_BITS)
  ) send_counter (
      .clk(clk),
      .rst(rst),
      .events(sent),
      .now(cycle),
      .count(hops),
      .last(last_hop)
  );
  assign figures = {last_hop, hops, waiting_high, queue_high};
endmodule
`default_nettype wire
