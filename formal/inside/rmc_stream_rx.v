// SPDX-License-Identifier: Apache-2.0
  // Properties of the stream out of the network: one tracked word, chosen by the prover, leaves
  // once, in its turn, unchanged; the stream is stable while it waits; no word is dropped if at
  // most ROOM words come between two clocks with `room` high.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  reg [$clog2(DEPTH):0] late, count;  // late: words since `room` was high; count: words that wait
  always @* assume (!came || room || late < ROOM);

  (* anyseq *) wire choose;
  reg tracking = 1'b0, waits = 1'b0;
  reg [$clog2(DEPTH):0] ahead;
  reg [ENTRY-1:0] value, shown_value;
  wire [ENTRY-1:0] shown = {m_axis_tid, m_axis_tlast, m_axis_tdata};
  wire takes = m_axis_tvalid && m_axis_tready;
  always @(posedge clk) begin
    late <= room ? 0 : late + came;
    count <= count + came - takes;
    waits <= m_axis_tvalid && !m_axis_tready && !rst;
    shown_value <= shown;
    if (tracking) begin
      ahead <= ahead - takes;
      if (takes && ahead == 0) tracking <= 1'b0;
    end else if (choose && came) begin
      tracking <= 1'b1;
      ahead <= count - takes;
      value <= {flow, in_word[WIDTH+1], in_word[WIDTH-1:0]};
    end
    if (rst) begin
      late <= 0;
      count <= 0;
      tracking <= 1'b0;
    end
  end
  always @* if (started) begin
    if (!rst) assert (!overflow);
    assert (came == (slot_used && in_word[WIDTH+2]));
    assert (used == count && count <= DEPTH);
    if (waits) assert (m_axis_tvalid && shown == shown_value);
    if (takes) assert (count != 0);
    if (tracking) assert (ahead < count);
    if (tracking && ahead == 0 && m_axis_tvalid) assert (shown == value);
  end
