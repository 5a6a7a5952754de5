// SPDX-License-Identifier: Apache-2.0
  // Properties of the switch with credits, between neighbours that respect credits: each incoming
  // link has two slots in the switch, and each outgoing link two slots in the neighbour.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  // The properties hold while `overflow` and `underflow` are low; with a ROM `contention` must be
  // low, too, since a ROM word that sets `contention` loses messages. Under the rule a message
  // without a path sets `contention` and stays in the switch.
  wire ok = started && !overflow && !underflow && (ROM_DEPTH == 0 || !contention);

  // One input port, chosen by the prover.
  (* anyconst *) wire [4:0] from;
  always @* assume (from < PORTS);

  // `wants`: the port by which the chosen port's oldest message must leave; `wants_second`: the
  // port by which the chosen port's second message must leave.
  wire [DIGIT_BITS-1:0] turn = child[from*DIGIT_BITS+:DIGIT_BITS];
  wire [DIGIT_BITS-1:0] turn_second = child_second[from*DIGIT_BITS+:DIGIT_BITS];
  wire [PORTS-1:0] wants = (up[from] ? UP : NONE) | (down[from] ? only(turn) : NONE);
  wire [PORTS-1:0] wants_second = (up_second[from] ? UP : NONE) |
                                  (down_second[from] ? only(turn_second) : NONE);

  genvar g;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : g_neighbour
      reg [2:0] may_send;  // slots of this switch that the neighbour may still fill
      reg [2:0] outstanding;  // messages of this switch that still fill a slot of the neighbour
      wire unlimited = ROM_DEPTH == 0 && leaves_below && g != ARITY;
      always @(posedge clk) begin
        may_send <= rst ? 2 : may_send - in_valid[g] + out_credit[g];
        outstanding <= rst ? 0 : outstanding + out_valid[g] - in_credit[g];
      end
      always @* if (started) begin
        assume (!(in_valid[g] && may_send == 0));
        assume (!(in_credit[g] && (unlimited || outstanding == 0)));
      end
      always @* if (ok) begin
        assert (may_send + some[g] + full[g] == 2);
        assert (!(up[g] && down[g]) && (some[g] || !(up[g] || down[g])));
        assert (!full[g] || !(up_second[g] && down_second[g]));
        if (g == ARITY) assert (!up[g] && !(full[g] && up_second[g]));
        if (ROM_DEPTH == 0 && !unlimited) begin
          assert (outstanding + out_valid[g] <= 2);  // never sends without credit
          assert (outstanding + credit_one[g] + credit_two[g] == 2);
        end
        // The rule waits only for credits: if output g has a credit, or needs none, and the oldest
        // message of the chosen input must leave by output g, then some message leaves.
        if (ROM_DEPTH == 0 && (unlimited || outstanding < 2))
          if (some[from] && wants[g]) assert (out_valid != 0);
      end
    end
  endgenerate
  // Scoreboard of the input port: messages leave in order of arrival, unchanged, each once.
  (* anyseq *) wire choose;
  reg tracking;
  reg [2:0] stored, ahead;
  reg [WIDTH-1:0] data;
  always @(posedge clk) begin
    stored <= stored + in_valid[from] - out_credit[from];
    if (tracking) begin
      ahead <= ahead - out_credit[from];
      if (ahead == 0 && out_credit[from]) tracking <= 1'b0;
    end else if (choose && in_valid[from]) begin
      tracking <= 1'b1;
      ahead <= stored - out_credit[from];
      data <= in_data[from*WIDTH+:WIDTH];
    end
    if (rst) begin
      stored <= 0;
      tracking <= 1'b0;
    end
  end

  // Port by which the tracked message must leave.
  wire [ROUTE_BITS-1:0] tail = data[ROUTE_BITS-1:0] >> shift_q;
  reg [PORTS-1:0] due;
  always @* begin
    due = 0;
    if (tail >> DIGIT_BITS != here_q) due[ARITY] = !root && from != ARITY;
    else if (tail[DIGIT_BITS-1:0] < ARITY) due[tail[DIGIT_BITS-1:0]] = 1'b1;
  end

  wire [WIDTH-1:0] in_slot_0 = slot_0[from*WIDTH+:WIDTH];
  wire [WIDTH-1:0] in_slot_1 = slot_1[from*WIDTH+:WIDTH];
  wire two_outputs = (out_valid & (out_valid - 1'b1)) != 0;
  wire two_inputs = (out_credit & (out_credit - 1'b1)) != 0;
  always @* if (ok) begin
    if (!impossible) assert (!two_outputs && !two_inputs);
    if (!impossible) assert ((out_valid != 0) == (out_credit != 0));
    assert (stored == some[from] + full[from]);
    assert ((full & ~some) == 0 && (credit_two & ~credit_one) == 0);
    assert (impossible || (full & in_valid & ~out_credit) == 0);  // never overflows
    // The rule decides the grant of a cycle at the end of the cycle before.
    if (ROM_DEPTH == 0)
      assert (granted == grant(up, down, child, credit_one | (leaves_below ? DOWN : NONE)));
    if (tracking) begin
      assert (ahead < stored);
      assert ((older[from] ^ (ahead != 0) ? in_slot_1 : in_slot_0) == data);
      assert ((ahead == 0 ? wants : wants_second) == due);
      if (ahead == 0 && out_credit[from] && !impossible) begin
        assert (out_data == data);
        if (ROM_DEPTH == 0) assert (out_valid == due);
      end
    end
  end
  always @* if (started && ROM_DEPTH == 0) assert (!overflow && !underflow);

  // `hops` is the number of messages that have left, `last_hop` the cycle of the last departure.
  function [TIME_BITS-1:0] next_count;  // counters stop at their highest value
    input [TIME_BITS-1:0] from;
    input [7:0] by;
    next_count = {9'd0, from} + by > {TIME_BITS{1'b1}} ? {TIME_BITS{1'b1}} : from + by;
  endfunction
  reg [TIME_BITS-1:0] hops_expected, last_expected;
  always @(posedge clk) begin
    hops_expected <= rst ? 0 : next_count(hops, out_valid != 0);
    last_expected <= rst ? 0 : out_valid != 0 ? cycle : last_hop;
  end
  always @* if (started && !contention) begin
    assert (hops == hops_expected && last_hop == last_expected);
  end
