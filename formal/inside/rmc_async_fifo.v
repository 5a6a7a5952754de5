// SPDX-License-Identifier: Apache-2.0
  // Properties of the queue between two clocks, whatever the clocks' edges: the n-th entry to enter
  // is the n-th to leave, unchanged, for an n chosen by the prover; a shown entry stays until it is
  // taken; there are never more entries than slots; the Gray code of the writing side's pointer,
  // which crosses to the reading side, changes one bit at a time.
  // Assumed: both sides stay in reset until the reset pointers have crossed in both directions.
  reg [2:0] in_resets = 0, out_resets = 0;
  always @(posedge in_clk) if (in_resets == 0 || (in_resets != 5 && out_resets != 0)) in_resets <= in_resets + 1'b1;
  always @(posedge out_clk) if (out_resets == 0 || (out_resets != 5 && in_resets != 0)) out_resets <= out_resets + 1'b1;
  wire both = in_resets == 5 && out_resets == 5;
  reg in_runs = 1'b0, out_runs = 1'b0;  // the resets end once both sides had enough clocks
  always @(posedge in_clk) in_runs <= both;
  always @(posedge out_clk) out_runs <= both;
  always @* assume (in_rst == !in_runs && out_rst == !out_runs);

  (* anyconst *) wire [BITS+1:0] number;
  reg [BITS+1:0] ins = 0, outs = 0;
  reg [WIDTH-1:0] value, shown;
  reg waits = 1'b0;
  reg [BITS:0] gray_before = 0;
  always @(posedge in_clk) begin
    gray_before <= tail_gray;
    if (enters && !in_rst) begin
      ins <= ins + 1'b1;
      if (ins == number) value <= in_data;
    end
  end
  always @(posedge out_clk) begin
    waits <= out_valid && !out_ready && !out_rst;
    shown <= out_data;
    if (leaves && !out_rst) outs <= outs + 1'b1;
  end
  wire [BITS+1:0] there = ins - outs;
  wire [BITS:0] changed = tail_gray ^ gray_before;
  always @* if (in_runs && out_runs) begin
    assert (there <= DEPTH);
    if (out_valid) assert (there != 0);
    if (out_valid && outs == number) assert (out_data == value);
    if (waits) assert (out_valid && out_data == shown);
    assert ((changed & (changed - 1'b1)) == 0);
    assert (in_used >= there && out_used <= there);
  end

  // Invariants that keep the proof short: the pointers equal the counts `ins` and `outs`, modulo
  // 2*DEPTH; the other side's copy of a pointer is never ahead of the pointer; and the tracked
  // entry lies in slot `number` modulo DEPTH.
  function [BITS:0] binary(input [BITS:0] gray);
    integer at;
    for (at = 0; at <= BITS; at = at + 1) binary[at] = ^(gray >> at);
  endfunction
  wire [BITS:0] tail_between = binary(tail_first), head_between = binary(head_first);
  wire [BITS:0] in_between = tail - head_between, out_between = tail_between - head;
  wire [BITS:0] in_seen = tail - head_binary, out_seen = tail_binary - head;
  wire [BITS+1:0] ahead = number - outs;
  always @* if (in_runs && out_runs) begin
    assert (tail == ins[BITS:0] && tail_gray == (tail ^ (tail >> 1)));
    assert (head == outs[BITS:0] && head_gray == (head ^ (head >> 1)));
    assert (second == head + 1'b1 && second_gray == (second ^ (second >> 1)));
    assert (there <= in_between && in_between <= in_seen && in_seen <= in_used && in_used <= DEPTH);
    assert (out_used <= out_seen && out_seen <= out_between && out_between <= there);
    if (out_valid) assert (out_used != 0 && out_data == entries[head[BITS-1:0]]);
    if (ahead < there) assert (entries[number[BITS-1:0]] == value);
  end
