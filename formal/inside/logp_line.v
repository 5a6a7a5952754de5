// SPDX-License-Identifier: Apache-2.0
  // Properties of the lines: counts and flags are those of the flits in transit, and a tracked flit
  // comes out unchanged after LATENCY-1 cycles.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  (* anyconst *) wire [3:0] any;  // line
  always @* assume (any < LINES);
  integer p, l;
  reg [COUNT_BITS:0] inside[0:LINES-1];
  reg [COUNT_BITS-1:0] most;
  always @* begin
    most = 0;
    for (l = 0; l < LINES; l = l + 1) begin
      inside[l] = in_valid[l];
      for (p = 0; p < LATENCY - 1; p = p + 1)
        inside[l] = inside[l] + g_pipeline.valid[p*LINES+l];
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
    assert (transit_high == high_expected && transit_high <= LATENCY);
  end

  (* anyseq *) wire choose;
  reg tracking = 1'b0;
  reg [COUNT_BITS-1:0] age;
  reg [WIDTH-1:0] value;
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (tracking) begin
      age <= age + 1'b1;
      if (age == LATENCY - 1) tracking <= 1'b0;
    end else if (choose && in_valid[any]) begin
      tracking <= 1'b1;
      age <= 1;
      value <= in_data[any*WIDTH+:WIDTH];
    end
  always @* if (started && tracking) begin
    assert (age < LATENCY);
    if (age == LATENCY - 1) assert (out_valid[any] && out_data[any*WIDTH+:WIDTH] == value);
  end
