// SPDX-License-Identifier: Apache-2.0
// Network of a LogP machine: a crossbar whose flits name their destinations, and a delay line
// (logp_line) after each output.
`default_nettype none
module logp_fabric #(
    parameter LINES     = 4,   // 2..65536
    parameter WIDTH     = 16,  // bits per flit
    parameter LATENCY   = 1,   // cycles in transit, at most
    parameter BY_INPUT  = 0,   // see crossbar.v
    parameter TIME_BITS = 32,
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,

    // Straps.
    input wire [$clog2(LATENCY+1)-1:0] latency,   // cycles in transit: 2..LATENCY; 1 if LATENCY is 1
    input wire [$clog2(LATENCY+1)-1:0] capacity,  // most messages in transit on a line; 0: no limit

    input  wire [              LINES-1:0] in_valid,
    input  wire [LINES*$clog2(LINES)-1:0] in_line,    // destination
    input  wire [        LINES*WIDTH-1:0] in_data,
    output wire [              LINES-1:0] out_valid,
    output wire [        LINES*WIDTH-1:0] out_data,   // undefined where out_valid is 0

    // Counters.
    output wire [        TIME_BITS-1:0] flits,         // number of flits that passed
    // Marks.
    output wire [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit on one line so far
    // Flags, sticky.
    output wire                         contention,    // flits collided, and were dropped
    output wire [            LINES-1:0] crowded        // by line: more than `capacity` in transit
);
  wire [TIME_BITS-1:0] raw_flits;
  wire [$clog2(LATENCY+1)-1:0] raw_transit_high;
  wire raw_contention;
  wire [LINES-1:0] raw_crowded;

  localparam [LINES*($clog2(LINES)+1)-1:0] NO_ROW = 0;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats logp_fabric_STATS_must_be_0_or_1 illegal (); end
    if (LINES < 2 || LINES > 65536) begin : g_illegal_lines logp_fabric_LINES_must_be_2_to_65536 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width logp_fabric_WIDTH_must_be_at_least_1 illegal (); end
    if (LATENCY < 1) begin : g_illegal_latency logp_fabric_LATENCY_must_be_at_least_1 illegal (); end
    if (BY_INPUT < 0 || BY_INPUT > 1) begin : g_illegal_by_input logp_fabric_BY_INPUT_must_be_0_or_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits logp_fabric_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [LINES-1:0] passed;
  wire [LINES*WIDTH-1:0] passed_data;
  crossbar #(
      .LINES(LINES),
      .WIDTH(WIDTH),
      .ROM_DEPTH(0),
      .BY_INPUT(BY_INPUT),
      .TIME_BITS(TIME_BITS)
  ) crossbar (
      .clk(clk),
      .rst(rst),
      .run(1'b1),
      .in_valid(in_valid),
      .in_line(in_line),
      .in_data(in_data),
      .out_valid(passed),
      .out_data(passed_data),
      .period(16'd1),
      .load_valid(1'b0),
      .load_address(32'd0),
      .load_word(NO_ROW),
      .flits(raw_flits),
      .contention(raw_contention)
  );
  logp_line #(
      .LINES(LINES),
      .WIDTH(WIDTH),
      .LATENCY(LATENCY)
  ) line (
      .clk(clk),
      .rst(rst),
      .latency(latency),
      .capacity(capacity),
      .in_valid(passed),
      .in_data(passed_data),
      .out_valid(out_valid),
      .out_data(out_data),
      .transit_high(raw_transit_high),
      .crowded(raw_crowded)
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign flits = STATS != 0 ? raw_flits : {TIME_BITS{1'b0}};
  assign transit_high = STATS != 0 ? raw_transit_high : {$clog2(LATENCY+1){1'b0}};
  assign contention = STATS != 0 ? raw_contention : 1'b0;
  assign crowded = STATS != 0 ? raw_crowded : {LINES{1'b0}};
endmodule
`default_nettype wire
