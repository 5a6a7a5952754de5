// SPDX-License-Identifier: Apache-2.0
  // Properties of the queue: entries leave in the order of arrival, unchanged, each once; only
  // arrivals that exceed the free slots are lost. One arrival is tracked, chosen by the prover.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  // The strap `places`, the number of slots that may be used, is arbitrary but constant.
  (* anyconst *) wire [COUNT_BITS-1:0] any_places;
  always @* assume (places == any_places && places >= POPS && places <= DEPTH);

  // Reference counts, straight from the definition.
  integer lane;
  integer entering, leaving, room, want;
  always @* begin
    entering = 0;
    for (lane = 0; lane < PUSHES; lane = lane + 1) entering = entering + push_valid[lane];
    want = pops > POPS ? POPS : pops;
    leaving = want < count ? want : count;
    room = places - (count - leaving);
  end
  reg [COUNT_BITS-1:0] count_expected, high_expected;
  reg overflow_expected, underflow_expected;
  always @(posedge clk) begin
    count_expected <= count - leaving + (entering < room ? entering : room);
    overflow_expected <= !rst && (overflow || entering > room);
    underflow_expected <= !rst && (underflow || want > count);
    if (rst) count_expected <= 0;
  end
  always @* if (started) begin
    assert (count == count_expected && count <= places);
    assert (overflow == overflow_expected);
    assert (underflow == underflow_expected);
    assert (first < places && free < places);
    assert (free == (32'd0 + first + count < places ? first + count : first + count - places));
  end

  // `high` is the largest count so far.
  always @(posedge clk) high_expected <= rst ? 0 : high;
  always @* if (started) begin
    assert (high == (count > high_expected ? count : high_expected));
  end

  // The tracked arrival: `ahead` entries leave before it.
  (* anyseq *) wire choose;
  (* anyconst *) wire [$clog2(PUSHES+1)-1:0] chosen_lane;
  reg tracking = 1'b0;
  reg [COUNT_BITS-1:0] ahead;
  reg [ENTRY-1:0] value;
  integer rank;
  always @* begin
    rank = count - leaving;
    for (lane = 0; lane < PUSHES; lane = lane + 1)
      if (lane < chosen_lane) rank = rank + push_valid[lane];
  end
  always @(posedge clk) begin
    if (rst) tracking <= 1'b0;
    else if (tracking) begin
      ahead <= ahead - leaving;
      if (ahead < leaving) tracking <= 1'b0;
    end else if (choose && chosen_lane < PUSHES && push_valid[chosen_lane] && rank < places) begin
      tracking <= 1'b1;
      ahead <= rank;
      value <= {push_label[chosen_lane*LABEL_BITS+:LABEL_BITS], push_data[chosen_lane*WIDTH+:WIDTH]};
    end
  end
  wire [31:0] tracked_place = 32'd0 + first + ahead < places ? first + ahead : first + ahead - places;
  always @* if (started && tracking) begin
    assert (ahead < count);
    assert (entries[tracked_place[PLACE_BITS-1:0]] == value);
    if (ahead < POPS) begin
      assert (heads[ahead*WIDTH+:WIDTH] == value[WIDTH-1:0]);
      assert (head_labels[ahead*LABEL_BITS+:LABEL_BITS] == value[ENTRY-1:WIDTH]);
    end
  end
