// SPDX-License-Identifier: Apache-2.0
  // Properties of the stream into the network: the queue's oldest word leaves if and only if the
  // queue shows the word, the slot is open, the slot's flow is the word's, and this flow has
  // credit. A used slot in which no word leaves sends a bubble, an unused slot is silent. One
  // tracked word, chosen by the prover, leaves once, in its turn, unchanged.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  (* anyseq *) wire choose;
  reg tracking = 1'b0, due = 1'b0, used_before = 1'b0, credit_before;
  reg [$clog2(DEPTH):0] ahead, count;
  reg [WIDTH:0] value, due_value;
  reg [FLOW_BITS-1:0] value_flow;
  wire enters = s_axis_tvalid && s_axis_tready;
  wire its_turn = tracking && ahead == 0;
  always @(posedge clk) begin
    count <= count + enters - leaves;
    used_before <= slot_used && !rst;
    credit_before <= credit;
    due <= its_turn && leaves && !rst;
    due_value <= value;
    if (tracking) begin
      ahead <= ahead - leaves;
      if (leaves && ahead == 0) tracking <= 1'b0;
    end else if (choose && enters) begin
      tracking <= 1'b1;
      ahead <= count - leaves;
      value <= {s_axis_tlast, s_axis_tdata};
      value_flow <= s_axis_tdest;
    end
    if (rst) begin
      count <= 0;
      tracking <= 1'b0;
    end
  end
  reg left_before = 1'b0;
  always @(posedge clk) left_before <= leaves && !rst;
  wire [1:0] kind = out_word[WIDTH+2:WIDTH+1];
  always @* begin
    assume (!slot_open || slot_used);
    if (started) begin
      assert (used == count);
      assert (s_axis_tready == (count != DEPTH));
      assert (!(tracking && ahead >= count));
      if (leaves) assert (slot_open && granted && count != 0);
      if (its_turn && leaves) assert (value_flow == flow);
      if (its_turn && shown && slot_open && granted && value_flow == flow) assert (leaves);
      assert (kind[1] == left_before);
      if (!kind[1]) assert (kind[0] == used_before);
      if (used_before) assert (out_word[WIDTH] == credit_before);
      if (due) assert (kind == {1'b1, due_value[WIDTH]} && out_word[WIDTH-1:0] == due_value[WIDTH-1:0]);
    end
  end
