// SPDX-License-Identifier: Apache-2.0
  // Properties of the input queue: in each cycle in which messages wait, the wanted message is
  // taken if it is among these messages, else the oldest; a tracked message leaves unchanged;
  // `overflow` rises if a message is lost.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  integer p;
  reg some, fits;
  reg [COUNT_BITS-1:0] before, total;  // messages in the queue, without and with arrivals
  reg [WIDTH-1:0] oldest;
  always @* begin
    before = 0;
    total = 0;
    some = 1'b0;
    oldest = 0;
    for (p = ALL - 1; p >= 0; p = p - 1) begin
      if (p < HELD) before = before + held[p];
      total = total + waits[p];
      if (waits[p]) oldest = data[p*WIDTH+:WIDTH];
      if (waits[p] && wants && data[p*WIDTH+:TAG_BITS] == wanted) some = 1'b1;
    end
    fits = total <= DEPTH;
  end
  reg [COUNT_BITS-1:0] left_expected, high_expected;
  reg overflow_expected;
  always @(posedge clk) begin
    left_expected <= rst || total == 0 ? 0 : fits ? total - 1'b1 : DEPTH - 1;
    high_expected <= rst ? 0 : total > high ? total : high;
    overflow_expected <= !rst && (overflow || !fits);
  end
  always @* if (started) begin
    assert (taken == (waits != 0));
    if (some) assert (taken_data[TAG_BITS-1:0] == wanted);
    else if (taken) assert (taken_data == oldest);
    assert (before == left_expected && (held & (held + 1'b1)) == 0);
    assert (high == high_expected);
    assert (overflow == overflow_expected);
  end

  // The tracked message leaves when it is taken; `ahead` messages are older.
  (* anyseq *) wire choose;
  (* anyconst *) wire [1:0] lane;
  reg tracking = 1'b0;
  reg [COUNT_BITS-1:0] ahead;
  reg [WIDTH-1:0] value;
  wire [COUNT_BITS-1:0] at = tracking ? ahead : HELD + lane;  // index of the tracked message
  reg [COUNT_BITS-1:0] older;
  always @* begin
    older = 0;
    for (p = 0; p < ALL; p = p + 1) if (p < at && waits[p] && !chosen[p]) older = older + 1'b1;
  end
  wire follow = tracking || (choose && lane < LANES && in_valid[lane]);
  always @(posedge clk) begin
    tracking <= !rst && follow && !chosen[at] && older < DEPTH - 1;
    ahead <= older;
    if (!tracking) value <= in_data[lane*WIDTH+:WIDTH];
  end
  always @* if (started && tracking) begin
    assert (held[ahead] && entries[ahead*WIDTH+:WIDTH] == value);
    if (chosen[ahead]) assert (taken_data == value);
  end
