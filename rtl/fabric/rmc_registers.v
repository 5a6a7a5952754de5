// SPDX-License-Identifier: Apache-2.0
// Register file of a fabric, one access at a time. Word addresses are {1, tile, space, word}, with
// the spaces of `rmc_tile`, and {0, ..., register}, with these registers and bits:
//   0 ID         "RMF1"
//   1 SHAPE      31:24 STATS, 23:16 SLOT_BITS, 15:0 tiles
//   2, 3         fingerprint of the design, low and high half
//   4 CONTROL    0 RUN, 1 on demand, 2 interrupt by errors, 3 interrupt by COMMIT, 11:8 frames to drain
//                (1 after reset)
//   5 COMMIT     a write switches to the other bank at the end of the frame; bit 0: the banks have
//                different flows, so frames that drain come first; bit 1: these frames inject flows
//                that stay (`rmc_endpoint`), unless frames run on demand
//   6 STATUS     0 running, 1 bank, 2 tables are locked, 3 a flag is up; sticky, writing 1 clears:
//                4 a write or COMMIT was dropped because tables were locked, 5 COMMIT was done,
//                6 a flag was up
//   7 FRAME      frames begun
//   8, 9         slots per frame of bank 0 and 1
//   10, 11       the host's hash of bank 0 and 1
//   12           the frame in which bit 6 of STATUS rose
//   13           the lowest tile with a flag; all ones: none
// Tables, and word 7 of space 0 with them, are locked from a COMMIT until the wave of the first
// frame from the other bank has reached all tiles.
// Drawing: docs/rtl/rmc_registers.svg
`default_nettype none
module rmc_registers #(
    parameter TILES       = 16,
    parameter SLOT_BITS   = 6,
    parameter STATS       = 1,
    parameter WAVE_DELAY  = 4,   // clocks from `wave` to the last tile's pins
    parameter READY_DELAY = 16,
    parameter FINGERPRINT = 64'd0,
    parameter TILE_BITS   = TILES > 1 ? $clog2(TILES) : 1,
    parameter ADDRESS     = TILE_BITS + SLOT_BITS + 3  // bits of a word address
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 bus_valid,       // for a clock; then no access until `bus_done`
    input  wire                 bus_write,
    input  wire [  ADDRESS-1:0] bus_address,
    input  wire [         31:0] bus_data,
    output reg                  bus_done,        // for a clock
    output reg  [         31:0] bus_read,        // with `bus_done`
    output wire                 irq,
    // Towards the tiles.
    output wire [          4:0] wave,
    input  wire                 ready,           // all tiles are ready
    input  wire [    TILES-1:0] error,
    output reg  [    TILES-1:0] select,
    output reg                  write,
    output reg  [          1:0] space,
    output reg  [SLOT_BITS-1:0] address,
    output reg  [         31:0] write_data,
    input  wire [ 32*TILES-1:0] read_data        // two clocks after `select`
);
  localparam LOCK_BITS = $clog2(WAVE_DELAY + 10);
  localparam [31:0] LOCK_CLOCKS = WAVE_DELAY + 9;  // includes the delays inside the tiles
  localparam [63:0] PRINT = FINGERPRINT;
  localparam [31:0] TILES_NUMBER = TILES, SLOT_NUMBER = SLOT_BITS, STATS_NUMBER = STATS;

  generate
    if (TILES < 1 || TILES > 65535) begin : g_illegal_tiles rmc_registers_TILES_must_be_1_to_65535 illegal (); end
    if (SLOT_BITS < 4 || SLOT_BITS > 12) begin : g_illegal_slot_bits
      rmc_registers_SLOT_BITS_must_be_4_to_12 illegal ();
    end
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_registers_STATS_must_be_0_to_2 illegal (); end
    if (WAVE_DELAY < 0) begin : g_illegal_wave_delay rmc_registers_WAVE_DELAY_must_not_be_negative illegal (); end
    if (READY_DELAY < 1) begin : g_illegal_ready_delay rmc_registers_READY_DELAY_must_be_at_least_1 illegal (); end
    if (ADDRESS != TILE_BITS + SLOT_BITS + 3) begin : g_illegal_address
      rmc_registers_ADDRESS_must_be_3_more_than_the_bits_of_TILES_and_SLOT_BITS illegal ();
    end
  endgenerate

  reg run, on_demand, error_interrupts, commit_interrupts, commit, commit_drains, commit_stays;
  reg refused, committed, error_seen, any_error, was_pending;
  reg [3:0] drain;
  reg [SLOT_BITS-1:0] period_0, period_1;
  reg [31:0] hash_0, hash_1, error_frame;
  wire running, bank, pending;
  wire [31:0] frame;
  rmc_frame #(
      .SLOT_BITS  (SLOT_BITS),
      .FRAME_BITS (32),
      .READY_DELAY(READY_DELAY)
  ) frames (
      .clk          (clk),
      .rst          (rst),
      .run          (run),
      .on_demand    (on_demand),
      .ready        (ready),
      .periods      ({period_1, period_0}),
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

  // An access passes four registers: its address here, its address in the tile, the tile's word,
  // and the OR of all tiles' words.
  reg [3:0] stage;
  reg is_tile;
  reg [LOCK_BITS-1:0] lock;
  wire locked = commit || pending || lock != {LOCK_BITS{1'b0}};
  wire to_tile = bus_address[ADDRESS-1];
  wire to_table = to_tile && (bus_address[SLOT_BITS+:2] != 2'd0 || bus_address[3:0] == 4'd7);
  wire [TILE_BITS-1:0] tile = bus_address[SLOT_BITS+2+:TILE_BITS];
  wire global_write = bus_valid && bus_write && !to_tile;
  wire [3:0] number = bus_address[3:0];
  wire clears = global_write && number == 4'd6;
  wire commits = global_write && number == 4'd5;

  reg [31:0] own, tiles_word, lowest;
  integer t;
  always @(posedge clk) begin
    for (t = 0; t < TILES; t = t + 1) select[t] <= bus_valid && to_tile && tile == t[TILE_BITS-1:0];
    write <= bus_write && !(to_table && locked);
    {space, address} <= bus_address[SLOT_BITS+1:0];
    write_data <= bus_data;
    stage <= {stage[2:0], bus_valid};
    if (bus_valid) is_tile <= to_tile;
    bus_done <= stage[3];
    bus_read <= is_tile ? tiles_word : own;

    any_error <= |error;
    was_pending <= pending;
    commit <= commits && !locked;
    if (commits && !locked) {commit_stays, commit_drains} <= bus_data[1:0];
    if (pending || commit) lock <= LOCK_CLOCKS[LOCK_BITS-1:0];
    else if (lock != {LOCK_BITS{1'b0}}) lock <= lock - 1'b1;
    if (global_write) begin
      case (number)
        4'd4: begin
          {commit_interrupts, error_interrupts, on_demand, run} <= bus_data[3:0];
          drain <= bus_data[11:8];
        end
        4'd8: period_0 <= bus_data[SLOT_BITS-1:0];
        4'd9: period_1 <= bus_data[SLOT_BITS-1:0];
        4'd10: hash_0 <= bus_data;
        4'd11: hash_1 <= bus_data;
        default: ;
      endcase
    end
    refused <= (refused && !(clears && bus_data[4])) || 
               (locked && (commits || (bus_valid && bus_write && to_table)));
    committed <= (committed && !(clears && bus_data[5])) || (was_pending && !pending);
    error_seen <= (error_seen && !(clears && bus_data[6])) || any_error;
    if (any_error && !error_seen) error_frame <= frame;

    case (number)
      4'd0: own <= 32'h524D4631;
      4'd1: own <= {STATS_NUMBER[7:0], SLOT_NUMBER[7:0], TILES_NUMBER[15:0]};
      4'd2: own <= PRINT[31:0];
      4'd3: own <= PRINT[63:32];
      4'd4: own <= {20'd0, drain, 4'd0, commit_interrupts, error_interrupts, on_demand, run};
      4'd6: own <= {25'd0, error_seen, committed, refused, any_error, locked, bank, running};
      4'd7: own <= frame;
      4'd8: own <= {{(32 - SLOT_BITS) {1'b0}}, period_0};
      4'd9: own <= {{(32 - SLOT_BITS) {1'b0}}, period_1};
      4'd10: own <= hash_0;
      4'd11: own <= hash_1;
      4'd12: own <= error_frame;
      4'd13: own <= lowest;
      default: own <= 32'd0;
    endcase

    if (rst) begin
      {run, on_demand, error_interrupts, commit_interrupts, commit, commit_drains, commit_stays} <= 7'd0;
      {refused, committed, error_seen, any_error, was_pending} <= 5'd0;
      {drain, stage, bus_done, lock} <= 0;
      drain <= 4'd1;
      {period_1, period_0} <= {2 * SLOT_BITS{1'b0}};
      {hash_1, hash_0, error_frame} <= 96'd0;
      select <= {TILES{1'b0}};
    end
  end
  assign irq = (error_interrupts && error_seen) || (commit_interrupts && committed);

  always @* begin : first_tile
    integer i;
    lowest = 32'hffffffff;
    for (i = TILES - 1; i >= 0; i = i - 1) if (error[i]) lowest = i;
  end
  reg [31:0] any_word;
  always @* begin : any_tile
    integer i;
    any_word = 32'd0;
    for (i = 0; i < TILES; i = i + 1) any_word = any_word | read_data[32*i+:32];
  end
  always @(posedge clk) tiles_word <= any_word;
endmodule
`default_nettype wire
