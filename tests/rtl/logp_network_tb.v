// SPDX-License-Identifier: Apache-2.0
// Whole LogP machines: ports, crossbar and lines. Times come from the formulas of Karp, Sahay,
// Santos & Schauser 1993.
//   MACHINE 0  Figure 1: one message, optimal tree of P=8, L=6, o=2, g=4, ends at 24
//           1  Figure 2's tree (P=10, L=3), block-cyclic, 8 messages: single-sending, ends at
//              L + 7 + (8 - 1) = 17, where 7 is the largest label of the tree
//           2  the same, with the leaves dealt to the blocks in any order and an input queue, which
//              never holds more than two messages (Theorem 3.8)
//           3  allreduce of P=9, L=3 (Theorem 4.1): every processor has the sum at time 7
//           4  Figure 6: P=8, L=5, g=4, o=2 add 79 operands in 28 cycles
//           5  alltoall of P=5, L=4, o=1, g=3 in cyclic order: ends at L + 2o + (P-2)g = 15
// SABOTAGE > 0 breaks one rule in machine 0: exactly the resulting flags must rise.
`default_nettype none
module logp_network_tb;
  parameter MACHINE = 0, ORIGIN = 0, BY_INPUT = 0, SABOTAGE = 0;
  localparam TREE = MACHINE == 1 || MACHINE == 2, CYCLIC = TREE, LANES = MACHINE == 2 ? 2 : 1;
  localparam N = TREE ? 10 : MACHINE == 3 ? 9 : MACHINE == 5 ? 5 : 8;
  localparam L = MACHINE == 0 ? 6 : MACHINE == 4 ? 5 : MACHINE == 5 ? 4 : 3;
  localparam O = MACHINE == 0 || MACHINE == 4 ? 2 : MACHINE == 5 ? 1 : 0;
  localparam G = MACHINE == 0 || MACHINE == 4 ? 4 : MACHINE == 5 ? 3 : 1;
  localparam ITEMS = TREE ? 8 : MACHINE == 5 ? 5 : 1;
  localparam END = MACHINE == 0 ? 24 : TREE ? 17 : MACHINE == 3 ? 7 : MACHINE == 4 ? 28 : 15;
  localparam HIGH = LANES == 2 ? 2 : 0;
  localparam CAPACITY = LANES == 2 ? 0 : (L + G - 1) / G;
  localparam NODE = $clog2(N), LINE = NODE + LANES - 1, LINES = N * LANES, BITS = $clog2(LINES);
  localparam TAG = 4, WIDTH = TAG + 20, NEED = 4, SPAN = 8, SIZE = 4, DEPTH = 32;
  localparam ROW = CYCLIC ? LINE + 3 * SIZE : 4 + 2 * SPAN + NEED + TAG + LINE;
  localparam COUNT = $clog2(ITEMS + 1), WAITING = $clog2(2 + LANES + 1), TRANSIT = $clog2(L + 1);
  localparam [1:0] STORED = 1, SUPPLIED = 2, ADD = 3;

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [31:0] cycle = 0;
  reg [31:0] load_address = 0;
  reg [N*ROW-1:0] load_word = 0;
  reg [N-1:0] local_valid = 0;
  reg [WIDTH-1:0] own = 0;
  wire [N-1:0] issue, adds, sent, deliver_valid, ready;
  wire [N*LINE-1:0] line, issue_line;
  wire [N*TAG-1:0] issue_message;
  wire [N*WIDTH-1:0] sent_data, deliver_data;
  wire [LINES-1:0] came, crowded;
  wire [LINES*WIDTH-1:0] came_data;
  wire [N*32-1:0] hops, last_hop, deliveries, last_delivery, last_add;
  wire [N*WAITING-1:0] queue_high;
  wire [N*TRANSIT-1:0] from_high;
  wire [N-1:0] gap_error, overlap, capacity_error, duplicate, overflow, underflow;
  wire [31:0] flits;
  wire contention;
  wire [TRANSIT-1:0] transit_high;

  reg [ROW-1:0] rows[0:N*DEPTH-1];
  integer used[0:N-1], free[0:N-1], first[0:N-1], start[0:N-1];
  reg [WIDTH-TAG-1:0] sum[0:N-1];  // the sum that each processor has so far

  genvar g, d;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_node
      // A processor: combines received values after their overhead and, in machine 4, their
      // addition.
      localparam LAG = MACHINE == 4 ? O + 1 : O;
      wire [WIDTH-1:0] arrival = came_data[g*LANES*WIDTH+:WIDTH];
      wire [WIDTH-TAG-1:0] fresh;
      wire [WIDTH-TAG-1:0] value = came[g*LANES] ? arrival[WIDTH-1:TAG] : 0;
      if (LAG == 0) begin : g_now
        assign fresh = value;
      end else begin : g_later
        reg [(WIDTH-TAG)*LAG-1:0] lag = 0;
        always @(posedge clk) lag <= {lag, value};
        assign fresh = lag[(WIDTH-TAG)*(LAG-1)+:WIDTH-TAG];
      end
      wire [WIDTH-TAG-1:0] now = sum[g] + fresh;
      always @(posedge clk) if (run) sum[g] <= now + adds[g];
      wire [LINE-1:0] to = issue_line[g*LINE+:LINE];
      wire [WIDTH-1:0] supply =
          MACHINE == 5 ? {g[7:0], {12 - LINE{1'b0}}, to, issue_message[g*TAG+:TAG]} :
                         {now, issue_message[g*TAG+:TAG]};

      wire [BITS-1:0] wide = line[g*LINE+:LINE];
      logp_port #(
          .WIDTH(WIDTH), .TAG_BITS(TAG), .MESSAGES(ITEMS), .LINE_BITS(LINE), .LANES(LANES),
          .LATENCY(L), .CYCLIC(CYCLIC), .ROM_DEPTH(DEPTH), .NEED_BITS(NEED), .SIZE_BITS(SIZE),
          .SPAN_BITS(SPAN)
      ) port (
          .clk(clk), .rst(rst), .run(run), .overhead(O[SPAN-1:0]), .gap(G[SPAN-1:0]),
          .addition(MACHINE == 4), .keep(MACHINE <= 2), .latency(L[TRANSIT-1:0]), .capacity(CAPACITY[TRANSIT-1:0]),
          .nodes(N[LINE:0]), .origin(MACHINE == 5 || MACHINE == 3 ? g[LINE-1:0] :
          ORIGIN[LINE-1:0]), .rows(used[g][15:0]), .first(first[g][SIZE-1:0]), .start(start[g]),
          .items(ITEMS[COUNT-1:0]), .cycle(cycle), .in_valid(came[g*LANES+:LANES]),
          .in_data(came_data[g*LANES*WIDTH+:LANES*WIDTH]), .out_valid(sent[g]),
          .out_line(line[g*LINE+:LINE]), .out_data(sent_data[g*WIDTH+:WIDTH]),
          .local_valid(local_valid[g]), .local_data(run ? supply : own), .issue(issue[g]),
          .issue_message(issue_message[g*TAG+:TAG]), .issue_line(issue_line[g*LINE+:LINE]),
          .add(adds[g]), .deliver_valid(deliver_valid[g]),
          .deliver_data(deliver_data[g*WIDTH+:WIDTH]), .load_valid(load_valid),
          .load_address(load_address), .load_word(load_word[g*ROW+:ROW]), .ready(ready[g]),
          .hops(hops[g*32+:32]), .last_hop(last_hop[g*32+:32]),
          .deliveries(deliveries[g*32+:32]), .last_delivery(last_delivery[g*32+:32]),
          .last_add(last_add[g*32+:32]), .queue_high(queue_high[g*WAITING+:WAITING]),
          .transit_high(from_high[g*TRANSIT+:TRANSIT]), .gap_error(gap_error[g]),
          .overlap(overlap[g]), .capacity_error(capacity_error[g]), .duplicate(duplicate[g]),
          .overflow(overflow[g]), .underflow(underflow[g]));
    end
  endgenerate
  // Inputs and outputs of the crossbar are lines; a port sends on the lowest of its lines.
  reg [LINES-1:0] in_valid;
  reg [LINES*BITS-1:0] in_line;
  reg [LINES*WIDTH-1:0] in_data;
  always @* begin : wires
    integer p;
    in_valid = 0;
    in_line = 0;
    in_data = 0;
    for (p = 0; p < N; p = p + 1) begin
      in_valid[p*LANES] = sent[p];
      in_line[p*LANES*BITS+:BITS] = line[p*LINE+:LINE];
      in_data[p*LANES*WIDTH+:WIDTH] = sent_data[p*WIDTH+:WIDTH];
    end
  end
  logp_fabric #(
      .LINES(LINES), .WIDTH(WIDTH), .LATENCY(L), .BY_INPUT(BY_INPUT)
  ) fabric (
      .clk(clk), .rst(rst), .latency(L[TRANSIT-1:0]), .capacity(CAPACITY[TRANSIT-1:0]), .in_valid(in_valid),
      .in_line(in_line), .in_data(in_data), .out_valid(came), .out_data(came_data),
      .flits(flits), .contention(contention), .transit_high(transit_high), .crowded(crowded));

  integer errors = 0, got[0:N*16-1];
  integer v, w, i, j, t, m, latest, highest, all_hops;
  task fault(input [8*24-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10)
        $display("logp_network_tb: cycle %0d, processor %0d: %0s", cycle, v, what);
    end
  endtask
  // Adds a row by which processor v, `more` + 1 times, waits `pause` cycles and then acts.
  task plan_row(input [1:0] op, input integer more, input integer pause, input integer message,
                input integer to, input integer need, input step);
    begin
      rows[v*DEPTH+used[v]] = {op, step, step, more[SPAN-1:0], pause[SPAN-1:0], need[NEED-1:0],
                               message[TAG-1:0], to[LINE-1:0]};
      used[v] = used[v] + 1;
    end
  endtask
  // Adds a row by which processor v acts once, at time `at`.
  task plan(input [1:0] op, input integer at, input integer message, input integer to,
            input integer need);
    begin
      plan_row(op, 0, at - free[v], message, to, need, 1'b0);
      free[v] = at + 1;
    end
  endtask
  // Adds a row to the program of v, a member of a block of s processors: v sends item x to lane
  // `lane` of processor base + (x + offset) mod size, counted from ORIGIN.
  task describe(input integer s, input integer base, input integer size, input integer offset,
                input integer lane);
    begin
      j = s % size;
      m = base * LANES + lane;
      rows[v*DEPTH+used[v]] = {size[SIZE-1:0], offset[SIZE-1:0], j[SIZE-1:0], m[LINE-1:0]};
      used[v] = used[v] + 1;
    end
  endtask
  task member(input integer q, input integer label, input integer node);
    begin
      v = (node + ORIGIN) % N;
      first[v] = q;
      start[v] = q + L + label;
    end
  endtask
  // Figure 2's tree has inner nodes with the labels 0 (5 children, block of processors 1..5), 3 (2
  // children, block 6..7) and 4 (1 child, block 8), and leaves with the labels 5, 6, 6, 7, 7, 7;
  // processor 9 only receives. A member of a block of s processors receives one of s items as the
  // inner node, then s - 1 items as leaves; the labels of these leaves are the block's word:
  // 7 5 7 6 for block 1..5, 7 for block 6..7. The leaf of label e at position j = 1, 2, .. of the
  // word of a block with label d has the offset (e - d - j) mod s. In machine 2 the words are
  // 7 6 7 7 and 5, and label 6 counts as 9, i.e. three cycles later.
  task plan_tree;
    begin
      v = ORIGIN;
      describe(1, 1, 5, 0, 0);
      for (i = 0; i < 5; i = i + 1) begin
        member(i, 0, 1 + i);
        describe(5, 6, 2, 0, 0);
        describe(5, 8, 1, 0, 0);
        if (MACHINE == 1) begin
          describe(5, 1, 5, (5 - 0 - 2), 0);
          describe(5, 1, 5, (6 - 0 - 4), 0);
          describe(5, 1, 5, (7 - 0 - 1) % 5, 0);
        end else begin
          describe(5, 6, 2, (5 - 3 - 1), 0);
          describe(5, 1, 5, (9 - 0 - 2) % 5, 1);
          describe(5, 1, 5, (7 - 0 - 1) % 5, 0);
        end
      end
      for (i = 0; i < 2; i = i + 1) begin
        member(i, 3, 6 + i);
        describe(2, 9, 1, 0, 0);
        describe(2, 1, 5, (7 - 0 - 3), 0);
      end
      member(0, 4, 8);
      if (MACHINE == 1) describe(1, 6, 2, (7 - 3 - 1) % 2, 0);
      else describe(1, 1, 5, (7 - 0 - 4), 0);
    end
  endtask
  // Figure 1: labels 0, 10, 14, 18, 20, 22, 24, 24 of the processors 0..7.
  task plan_figure_1;
    begin
      v = ORIGIN;
      plan(STORED, 0, 0, 1, 0);
      plan(STORED, SABOTAGE == 1 ? 3 : SABOTAGE == 3 ? 2 : 4, 0, 2, 0);
      plan(STORED, SABOTAGE == 3 ? 4 : 8, 0, 3, 0);
      plan(STORED, 12, 0, 5, 0);
      v = (1 + ORIGIN) % N;
      plan(STORED, SABOTAGE == 6 ? 6 : 10, 0, 4, SABOTAGE != 6);
      plan(STORED, 14, 0, SABOTAGE == 4 ? 5 : 6, 1);
      v = (2 + ORIGIN) % N;
      if (SABOTAGE == 2) plan(ADD, 13, 0, 0, 0);
      plan(STORED, SABOTAGE == 4 ? 16 : 14, 0, SABOTAGE == 4 ? 5 : SABOTAGE == 5 ? 6 : 7, 1);
      if (SABOTAGE == 7) plan(STORED, 18, 0, 4, 1);
      if (SABOTAGE == 8) plan(SUPPLIED, 18, 3, 4, 1);
      if (SABOTAGE == 9) plan(SUPPLIED, 18, 3, 4, 2);
    end
  endtask
  // From the highest bit: gap, overlap, too many in transit from a processor, too many in transit
  // to a processor, collision, too early, duplicate, unknown number.
  wire [7:0] flags = {|gap_error, |overlap, |capacity_error, |crowded, contention, |underflow,
                      |duplicate, |overflow};
  reg [7:0] wanted;
  task judge_sabotage;
    begin
      case (SABOTAGE)
        1: wanted = 8'b10000000;  // sends 3 < g = 4 apart
        2: wanted = 8'b01000000;  // an addition during a reception
        3: wanted = 8'b10100000;  // three sends in L = 6 cycles, where ceil(L / g) = 2 are allowed
        4: wanted = 8'b10010010;  // three messages to one processor, two of them duplicates
        5: wanted = 8'b00001000;  // two messages collide, and are dropped
        6: wanted = 8'b00000100;  // a message is sent before it has arrived
        7: wanted = 8'b00000010;  // a message is sent to a processor that has it
        8: wanted = 8'b00000001;  // a message number without a slot
        default: wanted = 8'b00000100;  // only one message was received, not two
      endcase
      v = 0;
      if (flags !== wanted) fault("sabotage");
      if (errors == 0) $display("PASS logp_network_tb: sabotage %0d raises its flags", SABOTAGE);
      else $display("FAIL logp_network_tb: sabotage %0d raises %b", SABOTAGE, flags);
      $finish(0);
    end
  endtask
  // Theorem 4.1: processor i sends at time j to (i + ell(j+L-1)) mod P, where ell(j) = 1 for j < L,
  // else ell(j-1) + ell(j-L).
  integer ell[0:15];
  task plan_allreduce;
    begin
      for (j = 0; j < 16; j = j + 1) ell[j] = j < L ? 1 : ell[j-1] + ell[j-L];
      for (v = 0; v < N; v = v + 1)
        for (t = 0; t <= END - L; t = t + 1)
          plan(SUPPLIED, t, 0, ell[t+L-1], t < L ? 0 : t - L + 1);
    end
  endtask
  // Lemma 5.1: a processor that sends at S and has k children begins to receive at
  // S - (o+1) - (k-j)g, j = 1..k, and adds its own operands in all other cycles.
  task plan_sum(input integer last, input integer children, input integer parent);
    begin
      i = 0;  // receptions so far
      for (t = 0; t < last; t = t + 1)
        if (i < children && t == last - (O + 1) - (children - 1 - i) * G) begin
          i = i + 1;
          t = t + O;
        end else plan(ADD, t, 0, 0, i);
      if (parent >= 0) plan(SUPPLIED, last, 0, parent, children);
      v = (v + 1) % N;
    end
  endtask
  task plan_summation;
    begin
      v = ORIGIN;
      plan_sum(28, 4, -1);
      plan_sum(18, 2, 0);
      plan_sum(14, 1, 0);
      plan_sum(10, 0, 0);
      plan_sum(8, 0, 1);
      plan_sum(6, 0, 0);
      plan_sum(4, 0, 1);
      plan_sum(4, 0, 2);
    end
  endtask
  task plan_alltoall;
    for (v = 0; v < N; v = v + 1) begin
      plan_row(SUPPLIED, 0, 0, 1, 1, 0, 1'b0);
      plan_row(SUPPLIED, N - 3, G - 1, 2, 2, 0, 1'b1);
    end
  endtask

  task watch;
    for (v = 0; v < N; v = v + 1)
      if (deliver_valid[v]) begin
        m = deliver_data[v*WIDTH+:TAG];
        got[v*16+m] = got[v*16+m] + 1;
        if (MACHINE <= 2 && SABOTAGE == 0 && deliver_data[v*WIDTH+TAG+:20] !== 1000 + 37 * m) fault("corrupted");
        if (MACHINE == 5 && (deliver_data[v*WIDTH+TAG+:12] !== v ||
            deliver_data[v*WIDTH+TAG+12+:8] !== (v + N - m) % N)) fault("misled");
      end
  endtask
  integer operands;
  initial begin
    for (i = 0; i < N * 16; i = i + 1) got[i] = 0;
    for (i = 0; i < N * DEPTH; i = i + 1) rows[i] = 0;
    for (i = 0; i < N; i = i + 1) begin
      {used[i], free[i], first[i], start[i]} = 0;
      sum[i] = MACHINE == 4 ? 1 : 1 << 2 * i;
    end
    case (MACHINE)
      0: plan_figure_1;
      1, 2: plan_tree;
      3: plan_allreduce;
      4: plan_summation;
      default: plan_alltoall;
    endcase
    @(negedge clk);
    @(negedge clk) rst = 1'b0;
    for (i = 0; i < ITEMS && MACHINE <= 2; i = i + 1) begin
      local_valid[ORIGIN] = 1'b1;
      m = 1000 + 37 * i;
      own = {m[19:0], i[TAG-1:0]};
      @(negedge clk);
    end
    local_valid = 0;
    for (i = 0; i < DEPTH; i = i + 1) begin
      load_valid = 1'b1;
      load_address = i;
      for (v = 0; v < N; v = v + 1) load_word[v*ROW+:ROW] = rows[v*DEPTH+i];
      @(negedge clk);
    end
    load_valid = 1'b0;
    while (ready !== {N{1'b1}} && cycle < 300) begin
      @(negedge clk);
      cycle = cycle + 1;  // limits the wait
    end
    v = 0;
    if (cycle == 300) fault("never ready");
    cycle = 0;
    run = 1'b1;
    @(negedge clk);  // cycle 0 begins
    for (t = 0; t < END + 20; t = t + 1) begin
      @(negedge clk);
      cycle = cycle + 1;
      watch;
    end
    if (SABOTAGE != 0) judge_sabotage;
    all_hops = 0;
    latest = 0;
    highest = 0;
    operands = 0;
    for (v = 0; v < N; v = v + 1) begin
      if (gap_error[v]) fault("gap");
      if (overlap[v]) fault("overlap");
      if (capacity_error[v]) fault("capacity");
      if (duplicate[v]) fault("duplicate");
      if (overflow[v]) fault("overflow");
      if (underflow[v]) fault("underflow");
      all_hops = all_hops + hops[v*32+:32];
      if (latest < last_delivery[v*32+:32]) latest = last_delivery[v*32+:32];
      if (highest < queue_high[v*WAITING+:WAITING]) highest = queue_high[v*WAITING+:WAITING];
      if (MACHINE <= 2)
        for (i = 0; i < ITEMS; i = i + 1)
          if (got[v*16+i] !== (v != ORIGIN)) fault("lost or doubled");
      if (MACHINE == 3 && sum[v] !== (1 << 2 * N) / 3) fault("sum");
      if (MACHINE == 5)
        for (i = 1; i < N; i = i + 1) if (got[v*16+i] !== 1) fault("lost or doubled");
    end
    v = 0;
    if (MACHINE == 4 && (sum[ORIGIN] !== 79 || last_add[ORIGIN*32+:32] > END)) fault("sum");
    if (contention) fault("contention");
    if (crowded !== 0) fault("crowded");
    if (CAPACITY != 0 && transit_high > CAPACITY) fault("in transit");
    if (flits !== all_hops) fault("hops");
    if (latest !== END) fault("ends at another time");
    if (highest !== HIGH) fault("queue");
    if (errors == 0) $display("PASS logp_network_tb: %0d hops in %0d cycles", all_hops, latest);
    else $display("FAIL logp_network_tb: %0d errors, ends at %0d", errors, latest);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
