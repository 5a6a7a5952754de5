// SPDX-License-Identifier: Apache-2.0
  // Properties of the queue: one tracked entry, chosen by the prover, leaves once, in its turn,
  // unchanged; an entry that is shown stays until it is taken; the count is arrivals minus
  // departures.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  (* anyseq *) wire choose;
  reg tracking = 1'b0, waits = 1'b0;
  reg old = 1'b0;  // the tracked entry has been there for a clock
  // ahead: entries before the tracked one; count: all entries; mark_expected: largest fill so far
  reg [BITS:0] ahead, count, mark_expected;
  reg [WIDTH-1:0] value, shown_value;
  wire takes = out_valid && out_ready;
  always @(posedge clk) begin
    count <= count + enters - takes;
    waits <= out_valid && !out_ready && !rst;
    shown_value <= out_data;
    mark_expected <= mark_expected > used ? mark_expected : used;
    if (tracking) begin
      old <= 1'b1;
      ahead <= ahead - takes;
      if (takes && ahead == 0) tracking <= 1'b0;
    end else if (choose && enters) begin
      tracking <= 1'b1;
      old <= 1'b0;
      ahead <= count - takes;
      value <= in_data;
    end
    if (rst) begin
      count <= 0;
      tracking <= 1'b0;
      mark_expected <= 0;
    end
  end
  wire [BITS:0] place = head + ahead;
  always @* if (started) begin
    assert (count == used && count <= DEPTH);
    assert (in_ready == (count != DEPTH));
    assert (second == head + 1'b1);
    assert (!out_valid || (count != 0 && out_data == entries[head[BITS-1:0]]));
    if (waits) assert (out_valid && out_data == shown_value);
    if (STATS > 0) assert (high == mark_expected && overflow == (in_valid && count == DEPTH));
    if (tracking) begin
      assert (ahead < count);
      assert (entries[place[BITS-1:0]] == value);
      if (out_valid && ahead == 0) assert (out_data == value);
      if (old && ahead == 0) assert (out_valid);
    end
  end
