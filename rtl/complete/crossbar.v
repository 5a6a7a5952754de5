// SPDX-License-Identifier: Apache-2.0
// Crossbar of a fully connected network: passes one flit per line and clock, without a register.
// The processors' interfaces send from registers and store arrivals: a hop takes exactly one clock.
//
// ROM_DEPTH = 0 (rule): every flit names its destination. Flits that name the same line, or a line
//   that does not exist, are dropped, and `contention` rises: no conflict is settled silently.
// ROM_DEPTH > 0: a row of the ROM names the source of every output: {valid, source} per output,
//   output 0 lowest. Row r applies to cycle 1 + r, then the rows repeat. A flit that is selected by
//   no output, or by several, is dropped, and `contention` rises. A selected input may be silent:
//   periodic rows name a line also before its first and after its last flit.
// Drawing: docs/rtl/crossbar.svg
`default_nettype none
module crossbar #(
    parameter LINES     = 4,   // 2..65536
    parameter WIDTH     = 16,  // bits per flit
    parameter ROM_DEPTH = 0,   // rows
    parameter BY_INPUT  = 0,   // 1: the co-simulation's fast form of the same function
    parameter TIME_BITS = 32,
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    input  wire [          LINES-1:0] in_valid,
    input  wire [LINES*$clog2(LINES)-1:0] in_line,    // rule: destination; unused with a ROM
    input  wire [    LINES*WIDTH-1:0] in_data,
    output wire [          LINES-1:0] out_valid,
    output wire [    LINES*WIDTH-1:0] out_data,   // undefined where out_valid is 0

    // Straps: constant while running. Unused by the rule.
    input wire [15:0] period,  // rows of the ROM in use

    // ROM, loaded while `run` is low. Unused by the rule.
    input wire                          load_valid,
    input wire [                  31:0] load_address,
    input wire [LINES*($clog2(LINES)+1)-1:0] load_word,

    // Counters.
    output wire [TIME_BITS-1:0] flits,      // number of flits that passed
    // Flags, sticky.
    output wire                contention  // a flit was dropped, or a named line does not exist
);
  wire [TIME_BITS-1:0] raw_flits;
  reg raw_contention;

  localparam LINE_BITS = $clog2(LINES);

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats crossbar_STATS_must_be_0_or_1 illegal (); end
    if (LINES < 2 || LINES > 65536) begin : g_illegal_lines crossbar_LINES_must_be_2_to_65536 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width crossbar_WIDTH_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth crossbar_ROM_DEPTH_must_not_be_negative illegal (); end
    if (BY_INPUT < 0 || BY_INPUT > 1) begin : g_illegal_by_input crossbar_BY_INPUT_must_be_0_or_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits crossbar_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [LINES-1:0] names;  // rule: inputs that name an output; ROM: outputs that name an input
  wire [LINES*LINE_BITS-1:0] named;
  wire conflict;
  generate
    if (ROM_DEPTH == 0) begin : g_rule
      assign names = in_valid;
      assign named = in_line;
      wire unused = &{1'b0, run, period, load_valid, load_address, load_word};
    end else begin : g_rom
      reg running;  // `run`, a clock late: the ports need a clock to prepare cycle 1
      always @(posedge clk) running <= run && !rst;
      wire active;
      wire [LINES*(LINE_BITS+1)-1:0] row;
      periodic_rom #(
          .ROW_BITS(LINES * (LINE_BITS + 1)),
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
      reg [LINES-1:0] valid;
      reg [LINES*LINE_BITS-1:0] source;
      always @* begin : unpack
        integer o;
        for (o = 0; o < LINES; o = o + 1) begin
          valid[o] = active && row[o*(LINE_BITS+1)+LINE_BITS];
          source[o*LINE_BITS+:LINE_BITS] = row[o*(LINE_BITS+1)+:LINE_BITS];
        end
      end
      assign names = valid;
      assign named = source;
      wire unused = &{1'b0, in_line};
    end

    if (BY_INPUT != 0) begin : g_model
      crossbar_model #(
          .LINES (LINES),
          .WIDTH (WIDTH),
          .BY_ROM(ROM_DEPTH > 0 ? 1 : 0)
      ) fabric (
          .names(names),
          .named(named),
          .in_valid(in_valid),
          .in_data(in_data),
          .out_valid(out_valid),
          .out_data(out_data),
          .conflict(conflict)
      );
    end else begin : g_matrix
      crossbar_matrix #(
          .LINES (LINES),
          .WIDTH (WIDTH),
          .BY_ROM(ROM_DEPTH > 0 ? 1 : 0)
      ) fabric (
          .names(names),
          .named(named),
          .in_valid(in_valid),
          .in_data(in_data),
          .out_valid(out_valid),
          .out_data(out_data),
          .conflict(conflict)
      );
    end
  endgenerate

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
  always @(posedge clk)
    if (rst) begin
      raw_contention <= 1'b0;
    end else begin
      if (conflict) raw_contention <= 1'b1;
    end

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign flits = STATS != 0 ? raw_flits : {TIME_BITS{1'b0}};
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
