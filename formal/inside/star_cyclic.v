// SPDX-License-Identifier: Apache-2.0
  // Properties of the cyclic rule. Messages of a queue leave in the order of arrival, and a slot is
  // not reused before its message leaves; one message is tracked, chosen by the prover. Each step
  // serves the next queue in cyclic order that is not empty, and sends the messages that this queue
  // holds when the step begins.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [PORT_BITS-1:0] chosen;
  (* anyconst *) wire [15:0] limit;
  (* anyseq *) wire choose;
  always @* begin
    if (!started) assume (rst);
    assume (chosen < PORTS && push_port < PORTS && packet_cap == limit && limit < 4);
    if (hop) assume (sends);
    if (started && ran) assume (run);
  end
  reg ran = 1'b0;
  always @(posedge clk) ran <= !rst && run;

  // Number of messages in every queue.
  localparam C = QUEUE_BITS + 1;
  reg [PORTS*C-1:0] counts;
  reg [PORTS*C-1:0] held;  // with the message that enters at this edge
  integer q;
  always @* begin
    held = counts;
    for (q = 0; q < PORTS; q = q + 1)
      if (push && !refused && push_port == q) held[q*C+:C] = counts[q*C+:C] + 1'b1;
  end
  always @(posedge clk) begin
    for (q = 0; q < PORTS; q = q + 1)
      counts[q*C+:C] <= held[q*C+:C] - (hop && port == q);
    if (rst) counts <= 0;
  end
  wire [C-1:0] count = counts[chosen*C+:C];
  wire [C-1:0] count_now = held[chosen*C+:C];

  always @* if (started && !rst) begin
    assert (refused == (push && counts[push_port*C+:C] == DEPTH));
    assert (sends == (running && held != 0));
    if (hop) assert (held[port*C+:C] != 0);
    if (push) assert (push_place / DEPTH == push_port);
    if (hop && !passes) assert (place / DEPTH == port);
    if (hop && passes) assert (push && !refused && push_port == port && counts[port*C+:C] == 0);
  end

  // While `in_step` is high, `todo` messages of the present step have yet to leave, the message
  // that leaves at this edge included.
  reg [C-1:0] todo;
  reg in_step = 1'b0;
  reg [PORT_BITS-1:0] step_port;
  wire [C-1:0] todo_now = in_step ? todo : held[port*C+:C];
  always @(posedge clk) begin
    if (sends) step_port <= port;
    in_step <= sends && !rst && todo_now != hop;
    todo <= todo_now - hop;
    if (rst) step_port <= PORTS - 1;
  end
  always @* if (started && !rst) begin
    assert (in_step == stepping);
    if (in_step) assert (port == step_port);
    // A new step: in cyclic order, all queues after `step_port` and before `port` are empty.
    if (sends && !in_step && held[chosen*C+:C] != 0)
      assert ((port + PORTS - step_port - 1) % PORTS <= (chosen + PORTS - step_port - 1) % PORTS);
  end

  // A packet begins with the first message of a step and, within a step, with the message that
  // follows a packet of the maximum size.
  reg [15:0] in_packet;
  wire [15:0] in_packet_now = (first ? 16'd0 : in_packet) + hop;
  always @(posedge clk) in_packet <= in_packet_now;
  reg filled_up = 1'b0;
  always @(posedge clk) filled_up <= hop && limit != 0 && in_packet_now == limit;
  always @* if (started && !rst && sends) begin
    assert (first == (!in_step || filled_up));
    if (limit != 0) assert (in_packet_now <= limit);
  end

  // The tracked message.
  reg tracking = 1'b0;
  reg [C-1:0] ahead;
  reg [PLACE_BITS-1:0] kept;
  wire entering = choose && !tracking && push && !refused && push_port == chosen && !rst;
  wire passing = entering && count == 0 && hop && port == chosen;
  always @(posedge clk) begin
    if (rst) tracking <= 1'b0;
    else if (tracking) begin
      ahead <= ahead - (hop && port == chosen);
      if (hop && port == chosen && ahead == 0) tracking <= 1'b0;
    end else if (entering && !passing) begin
      tracking <= 1'b1;
      kept <= push_place;
      ahead <= count - (hop && port == chosen);
    end
  end
  always @* if (started && !rst) begin
    if (passing) assert (passes);
    if (tracking) begin
      assert (ahead < count);
      if (hop && port == chosen && ahead == 0) assert (!passes && place == kept);
      if (push && !refused) assert (push_place != kept);
    end
  end
