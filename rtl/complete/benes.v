// SPDX-License-Identifier: Apache-2.0
// Benes network instead of a crossbar: LINES = 2^s lines, 2s-1 stages of LINES/2 switches, without
// a register between them. A switch of stage t exchanges, or not, two lines whose numbers differ in
// bit min(t, 2s-2-t) only; the network can pass every permutation. A row of the ROM sets all
// switches: bit t*LINES/2 + j sets switch j of stage t. Row r applies to cycle 1 + r, then the rows
// repeat.
`default_nettype none
module benes #(
    parameter LINES     = 4,   // a power of two, 2..65536
    parameter WIDTH     = 16,  // bits per flit
    parameter ROM_DEPTH = 16,  // rows
    parameter TIME_BITS = 32,
    parameter STATS     = 1   // 0: no counter, and `flits` is 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    input  wire [      LINES-1:0] in_valid,
    input  wire [LINES*WIDTH-1:0] in_data,
    output wire [      LINES-1:0] out_valid,
    output wire [LINES*WIDTH-1:0] out_data,   // undefined where out_valid is 0

    // Straps: constant while running.
    input wire [15:0] period,  // rows of the ROM in use

    // ROM, loaded while `run` is low.
    input wire                                   load_valid,
    input wire [                           31:0] load_address,
    input wire [(2*$clog2(LINES)-1)*(LINES/2)-1:0] load_word,

    // Counters.
    output wire [TIME_BITS-1:0] flits  // number of flits that passed
);
  wire [TIME_BITS-1:0] raw_flits;

  localparam BITS = $clog2(LINES);
  localparam STAGES = 2 * BITS - 1;
  localparam SWITCHES = LINES / 2;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats benes_STATS_must_be_0_or_1 illegal (); end
    if (LINES < 2 || LINES > 65536) begin : g_illegal_lines benes_LINES_must_be_2_to_65536 illegal (); end
    if ((1 << BITS) != LINES) begin : g_illegal_lines_2 benes_LINES_must_be_a_power_of_2 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width benes_WIDTH_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 1) begin : g_illegal_rom_depth benes_ROM_DEPTH_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits benes_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg running;  // `run`, a clock late: the ports need a clock to prepare cycle 1
  always @(posedge clk) running <= run && !rst;
  wire [STAGES*SWITCHES-1:0] row;
  wire active;
  periodic_rom #(
      .ROW_BITS(STAGES * SWITCHES),
      .DEPTH(ROM_DEPTH)
  ) rom (
      .clk(clk),
      .rst(rst),
      .run(running),
      .period(period),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_word(load_word),
      .row(row),
      .active(active)
  );

  genvar g;
  generate
    for (g = 0; g < STAGES; g = g + 1) begin : g_stage
      localparam BIT = g < BITS ? g : STAGES - 1 - g;
      wire [LINES-1:0] valid, valid_next;
      wire [LINES*WIDTH-1:0] data, data_next;
      benes_stage #(
          .LINES(LINES),
          .WIDTH(1),
          .BIT(BIT)
      ) passes_valid (
          .settings(row[g*SWITCHES+:SWITCHES]),
          .in(valid),
          .out(valid_next)
      );
      benes_stage #(
          .LINES(LINES),
          .WIDTH(WIDTH),
          .BIT(BIT)
      ) passes_data (
          .settings(row[g*SWITCHES+:SWITCHES]),
          .in(data),
          .out(data_next)
      );
      if (g == 0) begin : g_first
        assign valid = in_valid;
        assign data = in_data;
      end else begin : g_inner
        assign valid = g_stage[g-1].valid_next;
        assign data = g_stage[g-1].data_next;
      end
    end
  endgenerate
  assign out_valid = {LINES{active}} & g_stage[STAGES-1].valid_next;
  assign out_data = g_stage[STAGES-1].data_next;

  // Flits are counted a clock later, to keep the counter off the path through the lines.
  reg [LINES-1:0] passed;
  always @(posedge clk) passed <= rst ? {LINES{1'b0}} : out_valid;
  wire [TIME_BITS-1:0] unused_last;
  event_counter #(
      .LANES(LINES),
      .TIME_BITS(TIME_BITS)
  ) counter (
      .clk(clk),
      .rst(rst),
      .events(passed),
      .now({TIME_BITS{1'b0}}),
      .count(raw_flits),
      .last(unused_last)
  );
  wire unused_time = &{1'b0, unused_last};

  // With STATS = 0 `flits` is constant, so that tools remove the unread counter.
  assign flits = STATS != 0 ? raw_flits : {TIME_BITS{1'b0}};
endmodule
`default_nettype wire
