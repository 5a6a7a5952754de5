// SPDX-License-Identifier: Apache-2.0
  // Properties of the node that combines, for any program. One value is tracked, chosen by the
  // prover.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  reg ran = 1'b0;
  always @(posedge clk) ran <= run && !rst;
  always @* begin
    if (!started) assume (rst);
    if (rst) assume (!run);
    if (ran) assume (run);
    if (!ran) assume (!issue);  // the sequencer guarantees this
  end

  // The links carry the value that the processor supplied on request, and the processor receives
  // all that arrives on the links.
  reg [PORTS-1:0] due, came;
  reg [SENDERS*WIDTH-1:0] supplied;
  reg [PORTS*WIDTH-1:0] data_that_came;
  always @(posedge clk) begin
    due <= rst ? NONE : sends;
    came <= rst ? NONE : in_valid;
    data_that_came <= in_data;
    if (|issue) supplied <= local_data;
  end
  always @* if (started) begin
    assert (out_valid == due);
    assert (deliver_valid == came);
    if (|out_valid) assert (out_data == supplied);
    if (|deliver_valid) assert (deliver_data == data_that_came);
    if (SENDERS == 1) assert ((out_valid & (out_valid - 1'b1)) == NONE);
  end

  // `underflow` rises when a value leaves twice or arrives after it has left. Without any traffic
  // no flag rises.
  (* anyconst *) wire [VALUE_BITS-1:0] chosen;
  reg issued, arrived, left, wrong, right;
  always @* begin : look
    integer i;
    issued = 1'b0;
    arrived = 1'b0;
    for (i = 0; i < SENDERS; i = i + 1)
      if (issue[i] && issue_value[i*VALUE_BITS+:VALUE_BITS] == chosen) issued = 1'b1;
    for (i = 0; i < PORTS; i = i + 1)
      if (in_valid[i] && in_data[i*WIDTH+:VALUE_BITS] == chosen) arrived = 1'b1;
  end
  always @(posedge clk)
    if (rst) begin
      left <= 1'b0;
      wrong <= 1'b0;
      right <= 1'b1;
    end else begin
      if (issued) left <= 1'b1;
      if (left && (issued || arrived)) wrong <= 1'b1;
      if (|issue || |in_valid) right <= 1'b0;
    end
  always @* if (started) begin
    assert (left == sent[chosen]);
    if (wrong) assert (underflow);
    if (right) assert (!underflow && !contention);
  end
