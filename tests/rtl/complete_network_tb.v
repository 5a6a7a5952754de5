// SPDX-License-Identifier: Apache-2.0
// A whole fully connected network broadcasts MESSAGES messages from processor SOURCE. Each of the
// (K+1)^D processors has K ports and a number of D digits in base K+1; SOURCE's number is 0. In
// round R each sends to the K others whose numbers differ from its own in digit R mod D only.
// CLIP = 1: a row sends the last message instead of one with a higher number; if K divides
// MESSAGES - 1, the broadcast needs ceil(MESSAGES/K) + D - 1 rounds (K = 1: Ho's algorithm).
// CLIP = 0: one round more, any MESSAGES (nice box of Bar-Noy & Ho). RULE = 1: ports compute rows.
//   FABRIC 0  crossbar, flits name outputs  1  its fast model  2  crossbar by ROM  3  Benes network
// With more than 32 lines, crossbars are always fast models.
`default_nettype none
module complete_network_tb;
  parameter K = 1, D = 3, MESSAGES = 5, FABRIC = 0, RULE = 0, SOURCE = 0, CLIP = 1;
  localparam N = (K + 1) ** D, USED = N * K;
  localparam LINES = FABRIC == 3 ? 1 << $clog2(USED) : USED;  // Benes: some lines are unconnected
  localparam BITS = $clog2(LINES), TAG = $clog2(MESSAGES) > 0 ? $clog2(MESSAGES) : 1;
  localparam WIDTH = TAG + 9, OFFSET = $clog2(K * (D + 1) + 1) + 1, ENTRY = BITS + OFFSET + 2;
  localparam COUNT = $clog2(MESSAGES + 1), RATE = $clog2(K + 1), DIGIT = RATE;
  localparam ROUNDS = (MESSAGES + K - 1) / K + D - CLIP;
  // 1: instantiates fpga/complete_network.v, which is built for RULE = 1 and FABRIC = 0 or 3 only.
  localparam TOP = RULE != 0 && (FABRIC == 3 || FABRIC == 0 && LINES <= 32);

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, local_valid = 1'b0, load_valid = 1'b0;
  reg [31:0] cycle = 0;
  reg [31:0] load_address = 0;
  reg [N*K*ENTRY-1:0] load_word = 0;
  reg [WIDTH-1:0] local_data = 0;
  wire [LINES-1:0] sent, came;
  wire [LINES*BITS-1:0] line;
  wire [LINES*WIDTH-1:0] sent_data, came_data;
  wire [USED-1:0] deliver_valid;
  wire [USED*WIDTH-1:0] deliver_data;
  wire [N*32-1:0] hops, last_hop, deliveries, last_delivery;
  wire [N-1:0] duplicate, overflow, underflow;
  wire [31:0] flits;
  wire contention;

  reg [LINES*(BITS+1)-1:0] sources;  // {valid, input} for each output of the crossbar in a phase
`include "benes_looping.vh"

  genvar g, b;
  generate
    wire [N*(D+1)*DIGIT-1:0] digits;
    wire [N*BITS-1:0] own_line;
    for (g = 0; g < N; g = g + 1) begin : g_point
      for (b = 0; b <= D; b = b + 1) begin : g_digit
        localparam VALUE = (g + N - SOURCE) % N / (K + 1) ** b % (K + 1);
        assign digits[(g*(D+1)+b)*DIGIT+:DIGIT] = VALUE;
      end
      localparam [BITS-1:0] OWN = g * K;
      assign own_line[g*BITS+:BITS] = OWN;
    end
    wire [BITS:0] all = USED;
    wire [N-1:0] own_valid = local_valid << SOURCE;
    if (TOP) begin : g_top
      wire [(2*BITS-1)*(1<<(BITS-1))-1:0] row = settings;  // only Benes networks load rows
      complete_network #(
          .PROCESSORS(N), .PORTS(K), .DIMENSIONS(D + 1), .BENES(FABRIC == 3), .WIDTH(WIDTH),
          .TAG_BITS(TAG), .MESSAGES(MESSAGES), .ROM_DEPTH(D), .TIME_BITS(32)
      ) network (
          .clk(clk), .rst(rst), .run(run), .messages(MESSAGES[COUNT-1:0]), .rate(K[RATE-1:0]),
          .last_round(ROUNDS[31:0]), .period(D[15:0]), .clip(CLIP[0]), .digits(digits),
          .own_line(own_line), .lines(all), .local_valid(own_valid), .local_data(local_data),
          .deliver_valid(deliver_valid), .deliver_data(deliver_data), .load_valid(load_valid),
          .load_address(load_address), .load_word(row), .hops(hops), .last_hop(last_hop),
          .deliveries(deliveries), .last_delivery(last_delivery), .duplicate(duplicate),
          .overflow(overflow), .underflow(underflow), .flits(flits), .contention(contention));
      assign sent = network.sent;
    end else begin : g_parts
      for (g = 0; g < N; g = g + 1) begin : g_port
        complete_port #(
            .PORTS(K), .WIDTH(WIDTH), .TAG_BITS(TAG), .MESSAGES(MESSAGES), .LINE_BITS(BITS),
            .OFFSET_BITS(OFFSET), .ROM_DEPTH(RULE ? 0 : D), .RULE(RULE), .DIMENSIONS(D + 1)
        ) port (
            .clk(clk), .rst(rst), .run(run), .messages(MESSAGES[COUNT-1:0]),
            .rate(K[RATE-1:0]), .slow(1'b0), .last_round(ROUNDS[31:0]), .period(D[15:0]),
            .clip(CLIP[0]), .digits(digits[g*(D+1)*DIGIT+:(D+1)*DIGIT]),
            .own_line(own_line[g*BITS+:BITS]), .lines(all), .cycle(cycle),
            .in_valid(came[g*K+:K]), .in_data(came_data[g*K*WIDTH+:K*WIDTH]),
            .out_valid(sent[g*K+:K]), .out_line(line[g*K*BITS+:K*BITS]),
            .out_data(sent_data[g*K*WIDTH+:K*WIDTH]), .local_valid(own_valid[g]),
            .local_data(local_data), .deliver_valid(deliver_valid[g*K+:K]),
            .deliver_data(deliver_data[g*K*WIDTH+:K*WIDTH]), .load_valid(load_valid),
            .load_address(load_address), .load_word(load_word[g*K*ENTRY+:K*ENTRY]),
            .hops(hops[g*32+:32]), .last_hop(last_hop[g*32+:32]),
            .deliveries(deliveries[g*32+:32]), .last_delivery(last_delivery[g*32+:32]),
            .duplicate(duplicate[g]), .overflow(overflow[g]), .underflow(underflow[g]));
      end
      if (LINES > USED) begin : g_idle
        assign sent[LINES-1:USED] = 0;
        assign line[LINES*BITS-1:USED*BITS] = 0;
        assign sent_data[LINES*WIDTH-1:USED*WIDTH] = 0;
      end
      if (FABRIC == 3) begin : g_benes
        benes #(.LINES(LINES), .WIDTH(WIDTH), .ROM_DEPTH(D)) fabric (
            .clk(clk), .rst(rst), .run(run), .in_valid(sent), .in_data(sent_data),
            .out_valid(came), .out_data(came_data), .period(D[15:0]), .load_valid(load_valid),
            .load_address(load_address), .load_word(settings), .flits(flits));
        assign contention = 1'b0;
      end else begin : g_crossbar
        crossbar #(
            .LINES(LINES), .WIDTH(WIDTH), .ROM_DEPTH(FABRIC == 2 ? D : 0),
            .BY_INPUT(FABRIC == 1 || LINES > 32)
        ) fabric (
            .clk(clk), .rst(rst), .run(run), .in_valid(sent), .in_line(line),
            .in_data(sent_data), .out_valid(came), .out_data(came_data), .period(D[15:0]),
            .load_valid(load_valid), .load_address(load_address), .load_word(sources),
            .flits(flits), .contention(contention));
      end
    end
  endgenerate

  integer errors = 0, got[0:N*MESSAGES-1], deliveries_seen = 0;
  integer v, w, x, c, i, phase, age, digit, offset, to, port, lane;
  reg [LINES-1:0] taken;
  task fault(input [8*20-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("complete_network_tb: processor %0d: %0s", v, what);
    end
  endtask
  function integer digit_of(input integer number, input integer place);
    digit_of = number / (K + 1) ** place % (K + 1);
  endfunction
  function [8:0] payload(input integer message);
    payload = message * 37 + 11;
  endfunction
  // Sets the rows of round `phase`: v sends to the processors w whose digit number `phase` exceeds
  // v's by x = 1..K (modulo K+1). RULE = 0: v sends on port x-1, and w receives on lane x-1.
  // RULE = 1: v's ports and w's lanes serve the other processors in the order of their digits.
  task compose;
    begin
      load_word = 0;
      sources = 0;
      taken = 0;
      for (i = 0; i < LINES; i = i + 1) wanted[i] = -1;
      for (v = 0; v < N; v = v + 1) begin
        age = -1;  // age of v's message: the largest age of v's non-zero digits
        for (i = D - 1; i >= 0 && age < 0; i = i - 1) begin
          c = (phase + 2 * D - 1 - i) % D;  // the digit of age i: its last round was i+1 rounds ago
          if (digit_of(v, c) != 0) begin
            age = i;
            digit = digit_of(v, c);
          end
        end
        for (x = 1; x <= K; x = x + 1) begin
          to = (digit_of(v, phase) + x) % (K + 1);
          w = v + (to - digit_of(v, phase)) * (K + 1) ** phase;
          offset = v == 0 ? -(x - 1) : K * (1 + age) - (digit - 1);
          if (w != 0) begin
            port = x - 1;
            lane = x - 1;
            if (RULE) begin
              port = to - (to > digit_of(v, phase));
              lane = digit_of(v, phase) - (to < digit_of(v, phase));
            end
            i = (v + SOURCE) % N * K + port;
            to = (w + SOURCE) % N * K + lane;
            load_word[i*ENTRY+:ENTRY] = {1'b1, CLIP[0], to[BITS-1:0], offset[OFFSET-1:0]};
            sources[to*(BITS+1)+:BITS+1] = {1'b1, i[BITS-1:0]};
            wanted[i] = to;
            taken[to] = 1'b1;
          end
        end
      end
      to = 0;
      for (i = 0; i < LINES; i = i + 1)
        if (wanted[i] < 0) begin
          while (taken[to]) to = to + 1;
          wanted[i] = to;
          taken[to] = 1'b1;
        end
      find_settings;
    end
  endtask
  task watch;
    for (i = 0; i < USED; i = i + 1)
      if (deliver_valid[i]) begin
        v = i / K;
        x = deliver_data[i*WIDTH+:TAG];
        if (x >= MESSAGES) fault("no message");
        else begin
          got[v*MESSAGES+x] = got[v*MESSAGES+x] + 1;
          if (deliver_data[i*WIDTH+TAG+:9] !== payload(x)) fault("corrupted");
        end
        deliveries_seen = deliveries_seen + 1;
      end
  endtask

  initial begin
    for (i = 0; i < N * MESSAGES; i = i + 1) got[i] = 0;
    @(negedge clk) rst = 1'b0;
    for (i = MESSAGES - 1; i >= 0; i = i - 1) begin
      local_valid = 1'b1;
      local_data = {payload(i), i[TAG-1:0]};
      @(negedge clk);
    end
    local_valid = 1'b0;
    for (phase = 0; phase < D; phase = phase + 1) begin
      compose;
      load_valid = 1'b1;
      load_address = phase;
      @(negedge clk);
    end
    load_valid = 1'b0;
    run = 1'b1;
    @(negedge clk);  // cycle 0 begins
    for (phase = 0; phase < ROUNDS + 2 * D + 4; phase = phase + 1) begin
      if (sent !== 0 && (cycle < 1 || cycle > ROUNDS)) begin
        v = 0;
        fault("out of time");
      end
      @(negedge clk);
      cycle = cycle + 1;
      watch;
    end
    offset = 0;
    for (v = 0; v < N; v = v + 1) begin
      if (duplicate[v] || overflow[v] || underflow[v]) fault("a flag is up");
      if (v != SOURCE && deliveries[v*32+:32] !== MESSAGES) fault("deliveries");
      if (v != SOURCE && (last_delivery[v*32+:32] < ROUNDS - D + 1 || last_delivery[v*32+:32] > ROUNDS))
        fault("last delivery");
      if (last_hop[v*32+:32] > ROUNDS) fault("last hop");
      offset = offset + hops[v*32+:32];
      for (x = 0; x < MESSAGES; x = x + 1)
        if (got[v*MESSAGES+x] !== (v != SOURCE)) fault("lost or doubled");
    end
    v = 0;
    if (contention) fault("contention");
    if (flits !== (N - 1) * MESSAGES || offset !== flits) fault("hops");
    if (errors == 0 && deliveries_seen == (N - 1) * MESSAGES)
      $display("PASS complete_network_tb: %0d messages in %0d rounds", deliveries_seen, ROUNDS);
    else $display("FAIL complete_network_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
