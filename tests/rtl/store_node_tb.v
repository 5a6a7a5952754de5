// SPDX-License-Identifier: Apache-2.0
// One star-graph node alone: checks when and how long it uses its links, and that each flag rises
// for its own fault only. Single-port by ROM and by the cyclic rule, multi-port by ROM.
`default_nettype none
module store_node_tb;
  localparam N = 4, PORTS = 3, S = 2, ROUTE_BITS = 8, WIDTH = 12, DEPTH = 4, ROM_DEPTH = 8;
  localparam [7:0] HOME = 8'b11_10_01_00, OTHER = 8'b11_10_00_01;
  localparam WORD_BITS = 2 + 2 + 2 + 18;  // the same for both kinds of nodes

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, multicast = 1'b0, swap = 1'b0;
  reg [15:0] startup = 0, per_message = 1;
  reg [31:0] cycle = 0, load_address = 0;
  reg [PORTS-1:0] in_start = 0, in_valid = 0;
  reg [PORTS*WIDTH-1:0] in_data = 0;
  reg local_valid = 1'b0, load_valid = 1'b0;
  reg [WIDTH-1:0] local_data = 0;
  reg [WORD_BITS-1:0] load_word = 0;

  // Index 0: single-port node by ROM, 1: multi-port node by ROM, 2: single-port by the cyclic rule.
  wire [PORTS-1:0] out_start[0:2], out_valid[0:2];
  wire [WIDTH-1:0] single_data, cyclic_data;
  wire [PORTS*WIDTH-1:0] multi_data, multi_deliver_data;
  wire [PORTS-1:0] multi_deliver;
  wire single_deliver, cyclic_deliver;
  wire [WIDTH-1:0] single_deliver_data, cyclic_deliver_data;
  wire [2:0] overflow, underflow, contention;
  store_node_single #(
      .PORTS(N-1), .WIDTH(WIDTH), .DEPTH(DEPTH), .ROM_DEPTH(ROM_DEPTH), .RULE(0)
  ) single (
      .clk(clk), .rst(rst), .run(run), .here(HOME), .multicast(multicast), .swap(swap),
      .startup(startup), .per_message(per_message), .packet_cap(16'd0), .cycle(cycle),
      .in_start(in_start), .in_valid(in_valid), .in_data(in_data), .out_start(out_start[0]),
      .out_valid(out_valid[0]), .out_data(single_data), .local_valid(local_valid),
      .local_data(local_data), .deliver_valid(single_deliver),
      .deliver_data(single_deliver_data), .load_valid(load_valid), .load_address(load_address),
      .load_word(load_word), .queue_high(), .waiting_high(), .hops(), .last_hop(), .busy(),
      .deliveries(), .last_delivery(), .overflow(overflow[0]), .underflow(underflow[0]),
      .contention(contention[0]));
  store_node_multi #(
      .PORTS(N-1), .WIDTH(WIDTH), .DEPTH(DEPTH), .ROM_DEPTH(ROM_DEPTH), .RULE(0)
  ) multi (
      .clk(clk), .rst(rst), .run(run), .here(HOME), .multicast(multicast), .swap(swap),
      .startup(startup), .per_message(per_message), .packet_cap(16'd0), .cycle(cycle),
      .in_start(in_start), .in_valid(in_valid), .in_data(in_data), .out_start(out_start[1]),
      .out_valid(out_valid[1]), .out_data(multi_data), .local_valid(local_valid),
      .local_data(local_data), .deliver_valid(multi_deliver), .deliver_data(multi_deliver_data),
      .load_valid(load_valid), .load_address(load_address), .load_word(load_word),
      .queue_high(), .waiting_high(), .hops(), .last_hop(), .busy(), .deliveries(),
      .last_delivery(), .overflow(overflow[1]), .underflow(underflow[1]),
      .contention(contention[1]));
  store_node_single #(
      .PORTS(N-1), .WIDTH(WIDTH), .DEPTH(DEPTH), .ROM_DEPTH(0), .RULE(2)
  ) cyclic (
      .clk(clk), .rst(rst), .run(run), .here(HOME), .multicast(1'b0), .swap(1'b0),
      .startup(startup), .per_message(per_message), .packet_cap(16'd0), .cycle(cycle),
      .in_start(in_start), .in_valid(in_valid), .in_data(in_data), .out_start(out_start[2]),
      .out_valid(out_valid[2]), .out_data(cyclic_data), .local_valid(local_valid),
      .local_data(local_data), .deliver_valid(cyclic_deliver),
      .deliver_data(cyclic_deliver_data), .load_valid(1'b0), .load_address(32'd0),
      .load_word(24'd0), .queue_high(), .waiting_high(), .hops(), .last_hop(), .busy(),
      .deliveries(), .last_delivery(), .overflow(overflow[2]), .underflow(underflow[2]),
      .contention(contention[2]));

  integer errors = 0, checks = 0, i, k;
  task check(input ok, input [8*60-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        errors = errors + 1;
        if (errors < 20) $display("store_node_tb: cycle %0d: %0s", cycle, what);
      end
    end
  endtask
  task tick;  // goes on to the outputs of the next cycle, and clears the arrivals
    begin
      @(negedge clk);
      cycle = cycle + run;
      in_start = 0;
      in_valid = 0;
    end
  endtask
  task reset(input [15:0] start_cycles, input [15:0] message_cycles);
    begin
      rst = 1'b1;
      run = 1'b0;
      cycle = 0;
      startup = start_cycles;
      per_message = message_cycles;
      tick;
      rst = 1'b0;
    end
  endtask
  task own(input [3:0] name, input [7:0] destination);
    begin
      local_valid = 1'b1;
      local_data = {name, destination};
      tick;
      local_valid = 1'b0;
    end
  endtask
  task word(input integer port, input integer address, input [1:0] op, input integer cycles,
            input send, input start, input [1:0] target, input [1:0] slot);
    begin
      load_valid = 1'b1;
      load_address = {port[3:0], address[27:0]};
      load_word = {op, cycles[15:0] - 16'd1, send, start, target, slot};
      tick;
      load_valid = 1'b0;
    end
  endtask
  // Loads a program of nothing but HALT for each port; a test may load other words afterwards.
  task halt;
    for (i = 0; i < PORTS; i = i + 1) word(i, 0, 2'd2, 1, 0, 0, 0, 0);
  endtask
  // Starts a run: passes two edges, after which the outputs of cycle 1 are visible.
  task go;
    begin
      run = 1'b1;
      @(negedge clk);
      tick;
    end
  endtask
  task arrive(input integer port, input [3:0] name, input [7:0] destination);
    begin
      in_valid[port] = 1'b1;
      in_data[port*WIDTH+:WIDTH] = {name, destination};
    end
  endtask
  task quiet(input [2:0] which, input [8*60-1:0] what);
    check(((overflow | underflow | contention) & which) === 3'd0, what);
  endtask

  // Legal arrivals, the same at all three nodes: start-ups of 2 cycles, and 3 cycles per message.
  task receive_cleanly;
    begin
      reset(2, 3);
      halt;
      go;
      in_start[0] = 1'b1;  // cycle 1
      for (i = 2; i <= 20; i = i + 1) begin
        tick;
        if (i == 5 || i == 8) arrive(0, i, HOME);
        if (i == 9) in_start[2] = 1'b1;  // directly after the last message
        if (i == 13) arrive(2, 3, HOME);
        if (i == 6) check(single_deliver && single_deliver_data == {4'd5, HOME} &&
                          multi_deliver == 3'b001 && cyclic_deliver &&
                          multi_deliver_data[WIDTH-1:0] == {4'd5, HOME}, "delivery");
        if (i == 7) check(!single_deliver && !cyclic_deliver && multi_deliver == 0, "twice");
      end
      quiet(3'b111, "packets one behind the other are no fault");
    end
  endtask
  // Two starts or messages arrive at ports 0 and 1, `distance` cycles apart: the single-port nodes
  // must raise `contention`.
  task receive_clash(input first_starts, input second_starts, input integer distance);
    begin
      reset(2, 3);
      halt;
      go;
      for (i = 0; i <= distance; i = i + 1) begin
        if (i == 0) if (first_starts) in_start[0] = 1'b1; else arrive(0, 1, HOME);
        if (i == distance) if (second_starts) in_start[1] = 1'b1; else arrive(1, 2, HOME);
        tick;
      end
      check(contention[0] && contention[2], "packets that overlap");
      quiet(3'b010, "the multi-port node takes both");
    end
  endtask

  initial begin
    receive_cleanly;
    receive_clash(0, 0, 0);
    receive_clash(1, 1, 0);
    receive_clash(1, 1, 4);
    receive_clash(1, 0, 4);
    receive_clash(1, 0, 2);
    receive_clash(0, 0, 2);

    // With start-ups of 2 cycles, and 3 cycles per message, port 2 sends two messages, from slots 1
    // and 2, then one from slot 0 without a start-up. The packet's start leaves in cycle 1, the
    // messages leave in cycles 5, 8 and 11.
    reset(2, 3);
    for (i = 0; i < 3; i = i + 1) own(i, OTHER);
    halt;
    word(0, 2, 2'd2, 1, 0, 0, 0, 0);
    word(0, 1, 2'd0, 3, 1, 0, 2'd2, 2'd0);
    word(0, 0, 2'd0, 8, 1, 1, 2'd2, 2'd1);
    go;
    for (i = 1; i < 16; i = i + 1) begin
      check(out_start[0] == (i == 1 ? 3'b100 : 3'b000), "start of the packet");
      check(out_valid[0] == (i == 5 || i == 8 || i == 11 ? 3'b100 : 3'b000), "its messages");
      if (out_valid[0] != 0)
        check(single_data == {i == 5 ? 4'd1 : i == 8 ? 4'd2 : 4'd0, OTHER}, "the right message");
      tick;
    end
    quiet(3'b001, "a good program");

    // The multi-port node: ports 0 and 1 send in the same cycle, from two slots of bank 3 (own
    // messages).
    reset(0, 1);
    for (i = 0; i < 3; i = i + 1) own(i, OTHER);
    halt;
    word(0, 1, 2'd2, 1, 0, 0, 0, 0);
    word(0, 0, 2'd0, 2, 1, 1, 2'd3, 2'd0);
    word(1, 1, 2'd2, 1, 0, 0, 0, 0);
    word(1, 0, 2'd0, 1, 1, 1, 2'd3, 2'd2);
    go;
    check(out_valid[1] == 3'b011 && multi_data[2*WIDTH-1:0] == {4'd2, OTHER, 4'd0, OTHER},
          "two ports at once");
    tick;
    check(out_valid[1] == 3'b001 && multi_data[WIDTH-1:0] == {4'd1, OTHER}, "the next place");
    tick;
    check(out_valid[1] == 3'b000, "the end");
    quiet(3'b010, "a good program");

    // A message that arrives in a cycle leaves in the next one (bypass). Single-port: it enters
    // slot 1, after the own message; multi-port: it enters slot 0 of bank 0.
    for (k = 0; k < 2; k = k + 1) begin
      reset(0, 1);
      own(1, OTHER);
      halt;
      word(0, 2, 2'd2, 1, 0, 0, 0, 0);
      word(0, 1, 2'd0, 1, 1, 1, k == 0 ? 2'd1 : 2'd0, k == 0 ? 2'd1 : 2'd0);
      word(0, 0, 2'd0, 1, 0, 0, 0, 0);
      go;
      arrive(0, 9, OTHER);  // in cycle 1
      tick;
      if (k == 0) check(out_valid[0] == 3'b010 && single_data == {4'd9, OTHER}, "bypass");
      else check(out_valid[1] == 3'b001 && multi_data[WIDTH-1:0] == {4'd9, OTHER}, "bypass");
      tick;
      quiet(3'b001 << k, "a message passes the store");
    end

    // A send from a slot that was never written sets `underflow`.
    reset(0, 1);
    own(1, OTHER);
    halt;
    word(0, 1, 2'd2, 1, 0, 0, 0, 0);
    word(0, 0, 2'd0, 1, 1, 1, 2'd0, 2'd1);
    go;
    check(out_valid[0] == 0 && out_valid[1] == 0, "nothing to send");
    check(underflow == 3'b011 && overflow == 0 && contention == 0, "underflow");

    // A second send of a message that has left sets `underflow`.
    reset(0, 1);
    own(1, OTHER);
    halt;
    word(0, 2, 2'd2, 1, 0, 0, 0, 0);
    word(0, 1, 2'd0, 1, 1, 1, 2'd0, 2'd0);
    word(0, 0, 2'd0, 1, 1, 1, 2'd0, 2'd0);
    go;
    tick;
    quiet(3'b001, "once is right");
    tick;
    check(underflow[0], "the same message twice");

    // A send by a port that does not exist sets `contention`.
    reset(0, 1);
    own(1, OTHER);
    halt;
    word(0, 1, 2'd2, 1, 0, 0, 0, 0);
    word(0, 0, 2'd0, 1, 1, 1, 2'd3, 2'd0);
    go;
    check(out_valid[0] == 0 && contention == 3'b001, "a port that does not exist");

    // One own message too many sets `overflow`, and so does one arrival too many.
    reset(0, 1);
    for (i = 0; i < DEPTH; i = i + 1) own(i, OTHER);
    quiet(3'b111, "the store is just full");
    own(9, OTHER);
    check(overflow == 3'b111 && underflow == 0 && contention == 0, "own messages: overflow");
    reset(0, 1);
    multicast = 1'b1;
    reset(0, 1);
    for (i = 0; i < DEPTH; i = i + 1) own(i, OTHER);
    halt;
    go;
    arrive(1, 3, OTHER);
    tick;
    check(overflow[0] && !overflow[1], "arrivals: overflow");
    for (i = 1; i < DEPTH; i = i + 1) begin
      arrive(1, 3, OTHER);
      tick;
    end
    quiet(3'b010, "the bank is just full");
    arrive(1, 3, OTHER);
    tick;
    check(overflow[1], "bank overflow");
    multicast = 1'b0;

    // An own message in the cycle of an arrival is lost in single-port nodes and sets `overflow`.
    for (k = 0; k < 2; k = k + 1) begin
      reset(0, 1);
      own(1, OTHER);
      halt;
      word(0, 2, 2'd2, 1, 0, 0, 0, 0);
      word(0, 1, 2'd0, 1, 1, 1, 2'd1, 2'd1);
      word(0, 0, 2'd0, 1, 0, 0, 0, 0);
      go;
      arrive(1, 9, k == 0 ? OTHER : HOME);  // in cycle 1
      own(4, OTHER);
      check(overflow === 3'b101, "an own message is lost beside an arrival: overflow");
      if (k == 0) begin
        check(out_valid[0] == 3'b010 && single_data == {4'd9, OTHER}, "the arrival is kept");
        check(out_valid[2] == 3'b001 && cyclic_data == {4'd9, OTHER}, "the arrival is kept, cyclic");
      end else begin
        check(single_deliver && single_deliver_data == {4'd9, HOME}, "the arrival is delivered");
        check(out_valid[0] == 3'b000 && underflow[0], "a delivery takes no slot");
      end
    end
    // Without an arrival the own message is kept in the next slot.
    reset(0, 1);
    own(1, OTHER);
    halt;
    word(0, 2, 2'd2, 1, 0, 0, 0, 0);
    word(0, 1, 2'd0, 1, 1, 1, 2'd1, 2'd1);
    word(0, 0, 2'd0, 1, 0, 0, 0, 0);
    go;
    own(4, OTHER);
    check(out_valid[0] == 3'b010 && single_data == {4'd4, OTHER}, "an own message of a cycle is kept");
    quiet(3'b001, "it has a slot");

    // The multi-port node's bank of own messages: a send in the cycle in which the message comes
    // sets `underflow`, a later send finds the message.
    for (k = 0; k < 2; k = k + 1) begin
      reset(0, 1);
      own(1, OTHER);
      halt;
      word(0, 2, 2'd2, 1, 0, 0, 0, 0);
      word(0, 1, 2'd0, 1, 1, 1, 2'd3, 2'd1);
      word(0, 0, 2'd0, 1 + k, 0, 0, 0, 0);
      go;
      own(4, OTHER);
      if (k == 0) check(out_valid[1] == 3'b000 && underflow[1], "too early: underflow, no message");
      else begin
        tick;
        check(out_valid[1] == 3'b001 && multi_data[WIDTH-1:0] == {4'd4, OTHER}, "kept and sent");
        quiet(3'b010, "an own message while the network runs");
      end
    end

    // With the cyclic rule an arrival leaves in the next cycle.
    reset(0, 1);
    halt;
    go;
    arrive(1, 4, OTHER);
    tick;
    check(out_valid[2] == 3'b001 && cyclic_data == {4'd4, OTHER}, "on at once, on g_2");
    quiet(3'b100, "a good message");
    tick;
    check(out_valid[2] == 0, "once");
    reset(0, 1);
    own(1, HOME);
    check(contention == 3'b100, "an own message for the node itself has no way");

    if (errors == 0) $display("PASS store_node_tb: %0d checks", checks);
    else $display("FAIL store_node_tb: %0d of %0d", errors, checks);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
