// SPDX-License-Identifier: Apache-2.0
// Rows of a processor, computed instead of read from a ROM. The processors are the points of a
// cube, numbers of d digits 0..k, k = PORTS. A line of the cube in dimension c has the k+1 points
// that differ in digit c only. In round R = 0, 1, ... the points of each line in dimension
// c = R mod d send to each other (nice box of Bar-Noy & Ho 1999; with k = 1 Ho's hypercube). The
// rows have the format of complete_port and the times of periodic_rom: row 0 after the first edge
// with `run`.
//
// In round R point 0 sends k new messages along its line, message k*R+j to the point whose only
// non-zero digit is j+1, j = 0..k-1. Any other point sends one message to all other points of its
// line except point 0. For each of the sender's non-zero digits take the last round before R of the
// digit's dimension; let Q be the earliest of these rounds, the one of digit g. The message is
// k*Q+g-1, which point 0 sent in round Q to the point whose only non-zero digit is g.
// Ports serve the points of the line in the order of their digits c, and the lanes of a receiver
// serve the senders in that order.
// Drawing: docs/rtl/cube_rows.svg
`default_nettype none
module cube_rows #(
    parameter PORTS       = 1,
    parameter DIMENSIONS  = 3,  // the largest d
    parameter LINE_BITS   = 3,
    parameter OFFSET_BITS = 4   // signed
) (
    input wire clk,
    input wire rst,
    input wire run,  // once high, stays high until a reset

    // Straps: registered while `rst` is high.
    input wire [                          15:0] period,    // d, 1..DIMENSIONS
    input wire                                  clip,
    input wire [DIMENSIONS*$clog2(PORTS+1)-1:0] digits,    // digit 0 lowest; 0 from digit d on
    input wire [                 LINE_BITS-1:0] own_line,  // crossbar line of the own lane 0
    input wire [                   LINE_BITS:0] lines,     // crossbar lines: k*(k+1)^d

    output reg [PORTS*(LINE_BITS+OFFSET_BITS+2)-1:0] row,    // valid while `active`
    output reg                                       active
);
  localparam DIGIT_BITS = $clog2(PORTS + 1);
  localparam POINT_BITS = DIMENSIONS * DIGIT_BITS;
  localparam PHASE_BITS = DIMENSIONS > 1 ? $clog2(DIMENSIONS) : 1;
  localparam ENTRY_BITS = LINE_BITS + OFFSET_BITS + 2;
  localparam [LINE_BITS:0] STEP = PORTS[LINE_BITS:0];
  localparam [PORTS*ENTRY_BITS-1:0] NO_SENDS = 0;

  generate
    if (PORTS < 1) begin : g_illegal_ports cube_rows_PORTS_must_be_at_least_1 illegal (); end
    if (DIMENSIONS < 1 || DIMENSIONS > 65536) begin : g_illegal_dimensions
      cube_rows_DIMENSIONS_must_be_1_to_65536 illegal ();
    end
    if (LINE_BITS < 1 || LINE_BITS > 30) begin : g_illegal_line_bits
      cube_rows_LINE_BITS_must_be_1_to_30 illegal ();
    end
    if ((1 << LINE_BITS) < PORTS * (PORTS + 1)) begin : g_illegal_line_bits_2
      cube_rows_LINE_BITS_must_hold_PORTS_times_PORTS_plus_1 illegal ();
    end
    if (OFFSET_BITS < 2 || OFFSET_BITS > 30) begin : g_illegal_offset_bits
      cube_rows_OFFSET_BITS_must_be_2_to_30 illegal ();
    end
    if ((1 << (OFFSET_BITS - 1)) <= PORTS * DIMENSIONS) begin : g_illegal_offset_bits_2
      cube_rows_OFFSET_BITS_must_hold_PORTS_times_DIMENSIONS_signed illegal ();
    end
  endgenerate

  reg clipped;
  reg [LINE_BITS-1:0] home;
  reg [LINE_BITS:0] all;
  reg [OFFSET_BITS-1:0] whole;  // k*d
  reg [PHASE_BITS-1:0] last, phase;
  reg [LINE_BITS:0] weight;  // k*(k+1)^phase: growth of own_line when digit `phase` grows by 1
  reg [POINT_BITS-1:0] turned;  // position t holds digit (phase + t) mod d

  function [LINE_BITS:0] around;  // a sum modulo the number of lines
    input [LINE_BITS:0] start, distance, modulus;
    begin
      around = start + distance;
      if (around >= modulus) around = around - modulus;
    end
  endfunction

  reg [PORTS*ENTRY_BITS-1:0] next_row;
  always @* begin : compute
    integer t, p;
    reg [DIGIT_BITS-1:0] own, digit;
    reg [OFFSET_BITS-1:0] since, offset;
    reg [LINE_BITS:0] span, line;
    next_row = NO_SENDS;
    own = turned[DIGIT_BITS-1:0];

    // Dimension (c + t) mod d had its last round d - t rounds ago (c, d: see the top of the file).
    // `digit` (g there) is the non-zero digit whose dimension has the smallest t.
    digit = {DIGIT_BITS{1'b0}};
    since = {OFFSET_BITS{1'b0}};
    for (t = DIMENSIONS - 1; t >= 0; t = t - 1)
      if (turned[t*DIGIT_BITS+:DIGIT_BITS] != {DIGIT_BITS{1'b0}}) begin
        digit = turned[t*DIGIT_BITS+:DIGIT_BITS];
        since = t[OFFSET_BITS-1:0];
      end
    offset = whole - since * PORTS[OFFSET_BITS-1:0] + 1'b1 -
             {{(OFFSET_BITS - DIGIT_BITS) {1'b0}}, digit};

    // `own` is the sender's digit c. Port 0 serves the point with digit c = 0 (if own = 0, with
    // digit c = 1). A receiver has no lane for its own digit c, so the sender uses lane own - 1 of
    // receivers whose digit c is less than `own`, and lane `own` of the other receivers.
    span = {(LINE_BITS + 1) {1'b0}};
    for (t = 0; t < DIGIT_BITS; t = t + 1) if (own[t]) span = span + (weight << t);
    line = {1'b0, home};
    if (own == {DIGIT_BITS{1'b0}}) line = around(line, weight, all);
    else begin
      line = line < span ? line - span + all : line - span;
      line = line + {{(LINE_BITS + 1 - DIGIT_BITS) {1'b0}}, own} - 1'b1;
    end
    for (p = 0; p < PORTS; p = p + 1) begin
      if (p > 0)
        line = around(line, p[DIGIT_BITS-1:0] == own ? {weight[LINE_BITS-1:0], 1'b1} : weight, all);
      if (turned == {POINT_BITS{1'b0}}) offset = -p[OFFSET_BITS-1:0];
      next_row[p*ENTRY_BITS+:ENTRY_BITS] = {1'b1, clipped, line[LINE_BITS-1:0], offset};
    end
    // If digit c is the only non-zero digit, port 0 leads to point 0, which needs no message.
    if (own != {DIGIT_BITS{1'b0}} && turned >> DIGIT_BITS == {POINT_BITS{1'b0}})
      next_row[ENTRY_BITS-1] = 1'b0;
  end

  wire [15:0] end_phase = period - 16'd1;
  always @(posedge clk) begin : turn
    integer t;
    row <= next_row;
    active <= run && !rst;
    if (rst) begin
      clipped <= clip;
      home <= own_line;
      all <= lines;
      whole <= period[OFFSET_BITS-1:0] * PORTS[OFFSET_BITS-1:0];
      last <= end_phase[PHASE_BITS-1:0];
      phase <= {PHASE_BITS{1'b0}};
      weight <= STEP;
      turned <= digits;
    end else if (run) begin
      phase  <= phase == last ? {PHASE_BITS{1'b0}} : phase + 1'b1;
      weight <= phase == last ? STEP : weight * (STEP + 1'b1);
      turned <= turned >> DIGIT_BITS;
      for (t = 0; t < DIMENSIONS; t = t + 1)
        if (t[PHASE_BITS-1:0] == last)
          turned[t*DIGIT_BITS+:DIGIT_BITS] <= turned[DIGIT_BITS-1:0];
    end
  end

  generate
    if (PHASE_BITS < 16) begin : g_unused
      wire unused = &{1'b0, end_phase[15:PHASE_BITS]};
    end
  endgenerate
endmodule
`default_nettype wire
