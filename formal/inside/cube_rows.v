// SPDX-License-Identifier: Apache-2.0
  // Properties: each row is the one that the head of rtl/complete/cube_rows.v defines for the
  // processor, and successive rows serve the dimensions in turn. Arbitrary: the number of
  // dimensions, the processor's digits (one each), and the crossbar line of the processor's lane 0.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [DIGIT_BITS-1:0] to;  // a receiver's digit in the dimension of the row
  (* anyconst *) wire [15:0] any_period;
  (* anyconst *) wire any_clip;
  (* anyconst *) wire [POINT_BITS-1:0] point;
  (* anyconst *) wire [LINE_BITS-1:0] any_line;
  reg [LINE_BITS+2:0] size;  // number of lines
  integer i;
  always @* begin
    if (!started) assume (rst);
    size = PORTS;
    for (i = 0; i < DIMENSIONS; i = i + 1) begin
      if (i < any_period) size = size * (PORTS + 1);
      assume (point[i*DIGIT_BITS+:DIGIT_BITS] <= (i < any_period ? PORTS : 0));
    end
    assume (any_period >= 1 && any_period <= DIMENSIONS && any_line < size);
    assume (any_line % PORTS == 0);
    assume (period == any_period && clip == any_clip && digits == point);
    assume (own_line == any_line && lines == size);
  end

  reg [PHASE_BITS-1:0] coming, shown;  // dimensions of the next row and of the row now shown
  always @(posedge clk) begin
    shown <= coming;
    if (rst) coming <= 0;
    else if (run) coming <= coming + 1 == any_period ? 0 : coming + 1;
  end

  reg [DIGIT_BITS-1:0] mine, oldest, lane, next_digit;
  reg [OFFSET_BITS-1:0] age, most, wanted;
  reg [LINE_BITS+2:0] unit, next_unit, line_there;
  reg [ENTRY_BITS-1:0] entry;
  reg alone;
  always @* begin
    unit = PORTS;
    next_unit = PORTS;
    alone = 1'b1;
    mine = point >> shown * DIGIT_BITS;
    oldest = 0;
    most = 0;
    for (i = 0; i < DIMENSIONS; i = i + 1) begin
      if (i < shown) unit = unit * (PORTS + 1);
      if (i < coming) next_unit = next_unit * (PORTS + 1);
      age = shown > i ? shown - 1 - i : shown + any_period - 1 - i;
      if (point[i*DIGIT_BITS+:DIGIT_BITS] != 0) begin
        if (i != shown) alone = 1'b0;
        if (oldest == 0 || age > most) begin
          oldest = point[i*DIGIT_BITS+:DIGIT_BITS];
          most = age;
        end
      end
    end
    wanted = point == 0 ? 1 - to : PORTS * (1 + most) - (oldest - 1);
    lane = mine < to ? mine : mine - 1'b1;
    line_there = any_line + size + to * unit - mine * unit;
    if (line_there >= size) line_there = line_there - size;
    if (line_there >= size) line_there = line_there - size;
    entry = row >> ((to < mine ? to : to - 1) * ENTRY_BITS);
    if (started) begin
      assert (coming < any_period && phase == coming && last == any_period - 1);
      assert (weight == next_unit && clipped == any_clip && home == any_line && all == size);
      assert (whole == PORTS * any_period);
      for (i = 0; i < DIMENSIONS; i = i + 1) begin
        next_digit = point >>
                     (coming + i - (coming + i < any_period ? 0 : any_period)) * DIGIT_BITS;
        assert (turned[i*DIGIT_BITS+:DIGIT_BITS] == (i < any_period ? next_digit : 0));
      end
      if (active && to <= PORTS && to != mine) begin
        assert (entry[ENTRY_BITS-1] == !(to == 0 && alone));
        if (entry[ENTRY_BITS-1]) begin
          assert (entry[ENTRY_BITS-2] == any_clip);
          assert (entry[OFFSET_BITS+:LINE_BITS] == line_there + lane);
          assert (entry[OFFSET_BITS-1:0] == wanted);
        end
      end
    end
  end
