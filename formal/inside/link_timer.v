// SPDX-License-Identifier: Apache-2.0
  // Properties of the link timer, from the definition of a packet: each message has an interval and
  // crosses the link in the interval's last cycle. An interval lasts per_message cycles; the
  // interval of a packet's first message lasts startup + per_message cycles if `start` is high.
  // Here `passed` counts an interval's cycles up; the timer's `gap` counts them down.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [15:0] startup, per_message;
  reg holding = 1'b0;  // `sends` was high in the cycle before, so `passed` and `interval` are valid
  reg [16:0] passed;  // cycles of the interval that have passed
  reg [17:0] interval;  // length of the interval in cycles, unless `first` begins another
  always @* begin
    if (!started) assume (rst);
    assume (per_message != 0);
    assume (opening == {1'b0, startup} + per_message - 17'd1);
    assume (spacing == per_message - 16'd1);
    assume (has_start == (startup != 0));
    // Assumed: an idle link begins with `first`, and a message that has begun is sent to its end.
    if (sends && !holding) assume (first);
    if (holding && passed != 0) assume (sends && !first);
  end
  wire [17:0] length = !first ? interval : (start ? {2'd0, startup} : 18'd0) + per_message;
  wire [16:0] before = first ? 17'd0 : passed;
  reg start_expected, held_expected;
  always @(posedge clk) begin
    holding <= sends && !rst;
    interval <= hop ? {2'd0, per_message} : length;
    passed <= before + 17'd1 == length ? 17'd0 : before + 17'd1;
    start_expected <= !rst && sends && first && start && startup != 0;
    held_expected <= !rst && sends;
    if (rst) passed <= 17'd0;
  end
  always @* if (started) begin
    assert (out_start == start_expected && held == held_expected);
    if (!rst) assert (hop == (sends && before + 17'd1 == length));
    if (holding) begin  // makes the proof inductive
      assert (passed < interval && interval <= startup + per_message);
      assert (gap + passed + 17'd1 == interval);
    end
  end
