// SPDX-License-Identifier: Apache-2.0
  // Packets that do not overlap never set `clash`. The prover chooses each packet's port, length
  // and first cycle, which is later than the last message of the packet before. A packet's first
  // message comes in the last of the packet's first startup + per_message cycles, each further
  // message per_message cycles after the message before.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [1:0] startup, per_message;
  (* anyseq *) wire begins, more;
  (* anyseq *) wire [PORTS-1:0] by;
  reg open = 1'b0;  // a packet holds the link
  reg [PORTS-1:0] sender;
  reg [3:0] left;  // cycles before the packet's next message
  wire now_open = open || begins;
  wire [PORTS-1:0] now_sender = open ? sender : by;
  wire [3:0] now_left = open ? left : startup + per_message - 1;
  wire message = now_open && now_left == 0;
  always @* begin
    if (!started) assume (rst);
    assume (per_message != 0 && opening == startup + per_message - 1 && spacing == per_message - 1);
    assume (by != 0 && (by & (by - 1)) == 0);
    assume (in_start == (begins && !open && startup != 0 ? by : 0));
    assume (in_valid == (message ? now_sender : 0));
    if (started) assume (cycle == clock_before + 1 && cycle > 7);  // `cycle` does not wrap
    if (rst) assume (!begins);
    assert (!started || !clash);
  end
  reg [TIME_BITS-1:0] clock_before;
  always @(posedge clk) begin
    clock_before <= cycle;
    open <= !rst && now_open && (!message || more);
    sender <= now_sender;
    left <= message ? per_message - 1 : now_left - 1;
  end
