// SPDX-License-Identifier: Apache-2.0
// A link with a latency of several cycles: a message leaves `delay` cycles after it entered, and
// messages enter at least `spacing` cycles apart. Several messages can be in transit. Outputs
// depend on registers only.
`default_nettype none
module link_line #(
    parameter WIDTH = 32,  // bits per message
    parameter DEPTH = 2,  // slots for messages in transit
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,

    // Straps: constant while running.
    input wire [16:0] delay,    // cycles, > 0
    input wire [15:0] spacing,  // cycles, > 0

    input  wire             in_valid,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    output wire [WIDTH-1:0] out_data,

    // Marks.
    output wire [$clog2(DEPTH+1)-1:0] under_way_high,  // most messages in transit
    // Flags, sticky.
    output wire overflow,  // a message found no slot
    output wire early      // a message entered less than `spacing` cycles after the previous one
);
  wire [$clog2(DEPTH+1)-1:0] raw_under_way_high;
  wire raw_overflow;
  reg raw_early;

  localparam COUNT_BITS = $clog2(DEPTH + 1);

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats link_line_STATS_must_be_0_or_1 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width link_line_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth link_line_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  reg [16:0] now;  // number of the cycle, modulo 2^17; every delay is less than 2^17
  reg [15:0] busy;  // cycles from this one on in which no message may enter
  wire [16:0] due;  // cycle in which the oldest message leaves
  wire [COUNT_BITS-1:0] count;
  wire unused_underflow;
  assign out_valid = |count && due == now;

  queue #(
      .WIDTH(WIDTH),
      .LABEL_BITS(17),
      .DEPTH(DEPTH)
  ) messages (
      .clk(clk),
      .rst(rst),
      .places(DEPTH[COUNT_BITS-1:0]),
      .push_valid(in_valid),
      .push_data(in_data),
      .push_label(now + delay),
      .pops(out_valid),
      .heads(out_data),
      .head_labels(due),
      .count(count),
      .high(raw_under_way_high),
      .overflow(raw_overflow),
      .underflow(unused_underflow)
  );

  always @(posedge clk) begin
    now <= rst ? 17'd0 : now + 17'd1;
    if (rst) busy <= 16'd0;
    else if (in_valid) busy <= spacing - 16'd1;
    else if (|busy) busy <= busy - 16'd1;
    if (rst) raw_early <= 1'b0;
    else if (in_valid && |busy) raw_early <= 1'b1;
  end

  // With STATS = 0 these outputs are constant, so that tools remove the mark and the flags.
  assign under_way_high = STATS != 0 ? raw_under_way_high : {$clog2(DEPTH+1){1'b0}};
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign early = STATS != 0 ? raw_early : 1'b0;
endmodule
`default_nettype wire
