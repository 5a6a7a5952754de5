// SPDX-License-Identifier: Apache-2.0
  // Properties of frames. The nodes' slot tables have two banks. In a frame all nodes use the same
  // bank and count the same slots, whatever the nodes' delays; a frame has as many slots as its
  // bank's period. The bank changes only at a frame's start and after a COMMIT (the host's command
  // to change the bank). If that COMMIT had `commit_drains`, the last `drain` frames before the
  // change inject only words of flows that stay, i.e. of flows that are the same in both banks.
  // With `on_demand`, a frame injects only if more than READY_DELAY clocks have passed since the
  // bank changed and since the last injecting frame ended.
  reg started = 1'b0;
  reg [2:0] resets = 0;
  always @(posedge clk) begin
    started <= 1'b1;
    if (resets != 4) resets <= resets + 1'b1;
  end
  always @* assume (rst == (resets != 4));
  (* anyconst *) wire [2*SLOT_BITS-1:0] any_periods;
  (* anyconst *) wire [3:0] any_drain;
  always @* begin
    assume (periods == any_periods && periods[0+:SLOT_BITS] != 0 && periods[SLOT_BITS+:SLOT_BITS] != 0);
    assume (drain == any_drain && drain >= 1 && drain <= 3);
  end

  // One frame, chosen by the prover, and the wave's bits that reached each node at the frame's
  // start. The starts that reach a node are counted to recognise that of the chosen frame.
  (* anyseq *) wire choose;
  reg chosen = 1'b0;
  reg [1:0] until_a, until_b;  // starts that the node sees before that of the chosen frame
  reg saw_a = 1'b0, saw_b = 1'b0;
  reg [3:0] word_a, word_b;    // bank, inject, stay, check
  reg [3:0] word;
  wire start_a = wave_a[4], start_b = wave_b[4];
  // Number of starts that have left the controller and not yet reached the node.
  wire [1:0] way_a = (delay_a > 0 && wave[4]) + (delay_a > 1 && wave_1[4]) + (delay_a > 2 && wave_2[4]);
  wire [1:0] way_b = (delay_b > 0 && wave[4]) + (delay_b > 1 && wave_1[4]) + (delay_b > 2 && wave_2[4]);
  always @(posedge clk) begin
    if (rst) {chosen, saw_a, saw_b} <= 3'd0;
    else if (!chosen) begin
      if (choose && wave[4]) begin
        chosen <= 1'b1;
        word <= wave[3:0];
        saw_a <= delay_a == 0;
        saw_b <= delay_b == 0;
        word_a <= wave_a[3:0];
        word_b <= wave_b[3:0];
        until_a <= way_a - 1'b1;
        until_b <= way_b - 1'b1;
      end
    end else begin
      if (start_a && !saw_a) begin
        until_a <= until_a - 1'b1;
        saw_a <= until_a == 0;
        word_a <= wave_a[3:0];
      end
      if (start_b && !saw_b) begin
        until_b <= until_b - 1'b1;
        saw_b <= until_b == 0;
        word_b <= wave_b[3:0];
      end
    end
  end
  always @* if (started && !rst && chosen) begin
    if (saw_a) assert (word_a == word);
    if (saw_b) assert (word_b == word);
  end

  // A node's slot number equals a plain count of the clocks since the last start that the node saw.
  reg begun = 1'b0, bank_before;
  reg [SLOT_BITS:0] clocks;
  wire [SLOT_BITS-1:0] period = bank_a ? periods[SLOT_BITS+:SLOT_BITS] : periods[0+:SLOT_BITS];
  always @(posedge clk) begin
    bank_before <= bank_a;
    if (rst) begun <= 1'b0;
    else if (start_a) begin
      begun <= 1'b1;
      clocks <= 0;
    end else if (wave_a[3]) begun <= 1'b0;
    else if (begun) clocks <= clocks + 1'b1;
  end
  always @* if (started && !rst) begin
    if (begun) assert (slot_a == clocks && clocks < period);
    if (begun && (start_a || wave_a[3])) assert (clocks == period - 1);
    if (!begun && resets == 4) assert (&slot_a);
    if (clocks != 0 || !begun) assert (!begun || bank_a == bank_before);
  end

  // The controller changes the bank only after a COMMIT. If the COMMIT came with `commit_drains`,
  // only flows that stay can have words in transit at the moment of the change.
  reg asked = 1'b0, draining = 1'b0, staying = 1'b0, was = 1'b0;
  reg [3:0] empty_frames;
  wire starts = wave[4];
  always @(posedge clk) begin
    if (rst) begin
      {asked, draining, staying, was} <= 4'd0;
      empty_frames <= 15;
    end else begin
      if (starts) begin
        was <= wave[3];
        empty_frames <= wave[2] ? 0 : &empty_frames ? empty_frames : empty_frames + 1'b1;
        if (wave[3] != was) asked <= 1'b0;
      end
      if (commit) begin
        asked <= 1'b1;
        draining <= commit_drains;
        staying <= commit_stays;
      end
    end
  end
  reg [3:0] still;  // frames since the last one that injected words of any flow
  reg wanted_before, run_before;
  always @(posedge clk) begin
    wanted_before <= run && (!on_demand || ready);
    run_before <= run && !on_demand;
    if (rst) still <= 15;
    else if (starts) still <= wave[1] ? 0 : &still ? still : still + 1'b1;
  end
  reg on_demand_before, last_injects;
  // Clocks since the start of the last frame that changed the bank or followed an injecting frame.
  reg [2:0] since;
  always @(posedge clk) begin
    on_demand_before <= on_demand;
    if (rst) begin
      last_injects <= 1'b0;
      since <= 7;
    end else begin
      if (starts) last_injects <= wave[2];
      since <= starts && (wave[3] != was || last_injects) ? 1 : &since ? since : since + 1'b1;
    end
  end
  reg commit_before = 1'b0;
  always @(posedge clk) commit_before <= commit && !rst;
  // The host writes COMMIT only while no earlier COMMIT is pending.
  always @* assume (!commit || (!asked && !commit_before));
  always @* if (started && !rst && starts) begin
    if (wave[3] != was) assert (asked);
    // `empty_frames` also counts frames in which flows that stay inject, so words of these flows
    // may be in transit when the bank changes. When the fabric rests, no word is in transit (the
    // last assertion).
    if (wave[3] != was && draining) assert (empty_frames >= drain);
    if (wave[0]) assert (wave[3] == was);
    if (wave[2]) assert (wave[1] && wanted_before);
    if (wave[2] && on_demand_before) assert (wave[3] == was && !last_injects && since > 3);
    if (wave[1] && !wave[2]) assert (asked && draining && staying && run_before);
  end
  always @* if (started && !rst && !starts && wave[3]) assert (still >= drain);
