// SPDX-License-Identifier: Apache-2.0
  // Properties of the lines: counts and flags match the flits in transit, and a tracked flit leaves
  // unchanged (latency - 1) cycles after its arrival.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* assume (LATENCY < 2 ? latency == 1 : latency >= 2 && latency <= LATENCY);
  reg [COUNT_BITS-1:0] cycles;  // the strap `latency`
  reg [LINES-1:0] past[0:LATENCY-1];  // flits that came 1, 2, .. cycles ago
  integer c;
  always @(posedge clk) begin
    if (rst) cycles <= latency;
    past[0] <= rst ? 0 : in_valid;
    for (c = 1; c < LATENCY; c = c + 1) past[c] <= rst ? 0 : past[c-1];
  end

  (* anyconst *) wire [3:0] any;  // the tracked line
  always @* assume (any < LINES);
  integer p, l;
  reg [COUNT_BITS:0] inside[0:LINES-1];
  reg [COUNT_BITS-1:0] most;
  always @* begin
    most = 0;
    for (l = 0; l < LINES; l = l + 1) begin
      inside[l] = in_valid[l];
      for (p = 0; p < LATENCY - 1; p = p + 1)
        if (p + 1 < cycles) inside[l] = inside[l] + past[p][l];
      if (inside[l] > most) most = inside[l];
    end
  end
  reg crowded_expected;
  reg [COUNT_BITS-1:0] high_expected;
  always @(posedge clk) begin
    crowded_expected <= !rst && (crowded[any] || (limit != 0 && inside[any] > limit));
    high_expected <= rst ? 0 : most > transit_high ? most : transit_high;
  end
  always @* if (started) begin
    assert (stored[any*COUNT_BITS+:COUNT_BITS] + in_valid[any] == inside[any]);
    assert (crowded[any] == crowded_expected);
    assert (transit_high == high_expected && transit_high <= cycles);
  end

  (* anyseq *) wire choose;
  reg tracking = 1'b0;
  reg [COUNT_BITS-1:0] age;
  reg [WIDTH-1:0] value;
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (tracking) begin
      age <= age + 1'b1;
      if (age == cycles - 1) tracking <= 1'b0;
    end else if (choose && in_valid[any]) begin
      tracking <= 1'b1;
      age <= 1;
      value <= in_data[any*WIDTH+:WIDTH];
    end
  always @* if (started && tracking) begin
    assert (age < cycles);
    if (age == cycles - 1) assert (out_valid[any] && out_data[any*WIDTH+:WIDTH] == value);
  end
