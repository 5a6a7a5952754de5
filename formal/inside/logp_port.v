// SPDX-License-Identifier: Apache-2.0
  // Properties of a LogP processor under any program, while `overlap` is low. The tracked message
  // is usable once it has been loaded as an own message, or once its first reception is over. If
  // a row with need = 0 is to send the tracked message from the store and this message is usable,
  // the message leaves after the send's overhead, on the row's line, with the data that came last.
  // If the message is not usable, the row sends nothing and `underflow` rises.
  reg started = 1'b0, running = 1'b0;
  always @(posedge clk) {started, running} <= {1'b1, run};
  always @* begin
    if (!started) assume (rst);
    if (run) assume (!local_valid || taken);
    else assume (!fire && !taken);
    if (running) assume (run);
  end
  (* anyconst *) wire [TAG_BITS-1:0] chosen;
  wire [WIDTH-1:0] flit = taken ? taken_data : local_data;
  localparam AGE_BITS = SPAN_BITS + 2;
  localparam [AGE_BITS-1:0] LONG_AGO = {AGE_BITS{1'b1}};
  reg loaded, came;
  reg [AGE_BITS-1:0] age;  // cycles since the message's first arrival
  reg [WIDTH-1:0] value;   // data of the last arrival
  wire comes = taken && stores && taken_data[TAG_BITS-1:0] == chosen;
  wire loads = local_valid && !taken && local_data[TAG_BITS-1:0] == chosen;
  wire there_now = loaded || (came && age >= reception) || (comes && reception == 0);
  always @(posedge clk)
    if (rst) begin
      loaded <= 1'b0;
      came <= 1'b0;
      age <= 0;
    end else begin
      if (loads) loaded <= 1'b1;
      if (comes) came <= 1'b1;
      age <= !came ? 1 : age == LONG_AGO ? LONG_AGO : age + 1'b1;
      if (loads || comes) value <= flit;
    end
  wire right = chosen < MESSAGES;
  wire sends_it = stored && message == chosen;
  always @* if (started && !overlap && right && sends_it && need == 0)
    assert (holds == there_now);
  reg must_underflow;
  always @(posedge clk) must_underflow <= !rst && started && !overlap && sends_it && !there_now;
  always @* if (started && must_underflow) assert (underflow);

  reg own_lost = 1'b0;  // an own message came in the cycle of a reception
  always @(posedge clk) own_lost <= !rst && local_valid && taken;
  always @* if (started && own_lost) assert (overflow);

  // One send of the tracked message, until it leaves.
  reg going = 1'b0;
  reg [AGE_BITS-1:0] since;
  reg [LINE_BITS-1:0] to;
  wire arises = sends_it && right && there_now && need == 0 && !rst && !going;
  wire [WIDTH-1:0] value_now = loads || comes ? flit : value;
  reg [WIDTH-1:0] sent_value;
  always @(posedge clk) begin
    going <= arises || (going && !rst && since != own_overhead + 1);
    since <= arises ? 1 : since + 1'b1;
    if (arises) to <= issue_line;
    sent_value <= value_now;
  end
  always @* if (started && going && !overlap) begin
    assert (since <= own_overhead + 1);
    if (since == own_overhead + 1)
      assert (out_valid && out_line == to && out_data == sent_value);
  end
