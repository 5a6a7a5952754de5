// SPDX-License-Identifier: Apache-2.0
  // The datapaths `queues` and `rows` do the same even when messages are lost; only the data sent
  // after a loss may differ.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [COUNT_BITS-1:0] any_places;
  always @* begin
    if (!started) assume (rst);
    assume (places == any_places && places >= 1 && places <= DEPTH);
    assume (!into[(ARITY+1)*(ARITY+1)-1]);  // no message from the parent returns to the parent
    if (started) begin
      assert (!underflow);
      assert (queues_valid == rows_valid);
      assert (queues_leaves == rows_leaves);
      assert (queues_marks == rows_marks);
      assert (queues_overflow == rows_overflow);
      if (queues_valid != 0 && !queues_overflow) assert (queues_data == rows_data);
    end
  end
