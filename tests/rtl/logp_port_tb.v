// SPDX-License-Identifier: Apache-2.0
// One LogP processor with random straps, programs and arrivals, legal and illegal. Its expected
// sends, flags and counters follow from the model's definitions: from intervals, and from lists of
// arrivals. After an overlap only gap_error and overlap are defined.
`default_nettype none
module logp_port_tb;
  parameter LANES = 1, LATENCY = 3, MESSAGES = 5, TRIALS = 300;
  localparam END = 60, DEPTH = 8, NODE = 3, LINE = NODE + LANES - 1, TAG = 3, WIDTH = TAG + 9;
  localparam NEED = 2, SPAN = 4, TIME = 16, QUEUE = 3, N = 6;
  localparam ROW = 4 + 2 * SPAN + NEED + TAG + LINE, TRANSIT = $clog2(LATENCY + 1);
  localparam HIGH = $clog2(QUEUE + LANES + 1);
  localparam STORED = 1, SUPPLIED = 2, ADD = 3;
  localparam LONGEST = 8;  // longer than any action or gap that `start` sets

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, local_valid = 1'b0, load_valid = 1'b0, flip = 1'b0;
  reg [SPAN-1:0] overhead = 0, gap = 1;
  reg addition = 0, keep = 1;
  reg [TRANSIT-1:0] capacity = 0;
  reg [LINE-1:0] origin = 0;
  reg [15:0] rows = 0;
  reg [31:0] load_address = 0;
  reg [TIME-1:0] cycle = 0;
  reg [LANES-1:0] in_valid = 0;
  reg [LANES*WIDTH-1:0] in_data = 0;
  reg [WIDTH-1:0] local_data = 0;
  reg [ROW-1:0] load_word = 0;
  wire out_valid, issue, add, deliver_valid, ready;
  wire [LINE-1:0] out_line, issue_line;
  wire [WIDTH-1:0] out_data, deliver_data;
  wire [TAG-1:0] issue_message;
  wire [TIME-1:0] hops, last_hop, deliveries, last_delivery, last_add;
  wire [HIGH-1:0] queue_high;
  wire [TRANSIT-1:0] transit_high;
  wire gap_error, overlap, capacity_error, duplicate, overflow, underflow;
  logp_port #(
      .WIDTH(WIDTH), .TAG_BITS(TAG), .MESSAGES(MESSAGES), .LINE_BITS(LINE), .LANES(LANES),
      .QUEUE_DEPTH(QUEUE), .LATENCY(LATENCY), .ROM_DEPTH(DEPTH), .NEED_BITS(NEED),
      .SPAN_BITS(SPAN), .TIME_BITS(TIME)
  ) dut (
      .clk(clk), .rst(rst), .run(run), .overhead(flip ? ~overhead : overhead),
      .gap(flip ? ~gap : gap), .addition(addition ^ flip), .keep(keep ^ flip),
      .latency(flip ? ~LATENCY[TRANSIT-1:0] : LATENCY[TRANSIT-1:0]),
      .capacity(flip ? ~capacity : capacity), .nodes(flip ? ~N[LINE:0] : N[LINE:0]),
      .origin(flip ? ~origin : origin), .rows(flip ? ~rows : rows), .first(8'd0), .start(16'd0),
      .items({$clog2(MESSAGES + 1) {1'b0}}), .cycle(cycle), .in_valid(in_valid),
      .in_data(in_data), .out_valid(out_valid), .out_line(out_line), .out_data(out_data),
      .local_valid(local_valid), .local_data(local_data), .issue(issue),
      .issue_message(issue_message), .issue_line(issue_line), .add(add),
      .deliver_valid(deliver_valid), .deliver_data(deliver_data), .load_valid(load_valid),
      .load_address(load_address), .load_word(load_word), .ready(ready), .hops(hops),
      .last_hop(last_hop), .deliveries(deliveries), .last_delivery(last_delivery),
      .last_add(last_add), .queue_high(queue_high), .transit_high(transit_high),
      .gap_error(gap_error), .overlap(overlap), .capacity_error(capacity_error),
      .duplicate(duplicate), .overflow(overflow), .underflow(underflow));

  // Events by time: the program, receptions (arrivals, or messages taken from the queue), flits on
  // `out`.
  integer op[0:END], to[0:END], number[0:END], need[0:END];
  reg received[0:END], out[-40:END+40], begun[0:END];
  reg [WIDTH-1:0] flit[0:END], out_flit[0:END+40];
  reg [LINE-1:0] out_to[0:END+40];
  reg [WIDTH-1:0] own[0:MESSAGES-1];
  reg [MESSAGES-1:0] owned;
  reg [WIDTH-1:0] waiting[0:LANES*END];
  integer queued, most, from_most;
  reg gaps, overlaps, crowds, doubles, losses, misses, tidy, lost_in_queue;
  integer errors = 0, seed = 5, trial, t, s, i, j, k, at, legal, count, spacing, length, all_out;
  integer seen_gap = 0, seen_overlap = 0, seen_crowd = 0, seen_double = 0, seen_loss = 0;
  integer seen_miss = 0, seen_clean = 0, seen_high = 0;
  integer sum_hops, sum_deliveries, hop_last, delivery_last, add_last;
  task expect_equal(input good, input [8*16-1:0] what);
    if (good !== 1'b1) begin
      errors = errors + 1;
      if (errors < 10) $display("logp_port_tb: trial %0d, time %0d: %0s", trial, t, what);
    end
  endtask
  function integer below(input integer limit);
    below = $unsigned($random(seed)) % limit;
  endfunction
  // The cycles for which the program's action at `time_of` occupies the processor; 0: no action.
  function integer program_length(input integer time_of);
    program_length = op[time_of] == ADD ? 1 :
        op[time_of] == STORED || op[time_of] == SUPPLIED ? overhead : 0;
  endfunction
  function sends(input integer time_of);
    sends = op[time_of] == STORED || op[time_of] == SUPPLIED;
  endfunction
  function meets(input integer a, input integer a_length, input integer b, input integer b_length);
    meets = a_length > 0 && b_length > 0 && a < b + b_length && b < a + a_length;
  endfunction

  task compose;  // a random program, and its actions by time
    reg [LINE-1:0] line;
    reg [TAG-1:0] message;
    reg [1:0] kind;
    reg next_node, next_message;
    reg [NEED-1:0] needed;
    integer times, pause, r;
    begin
      for (i = 0; i <= END; i = i + 1) op[i] = 0;
      at = 0;
      for (r = 0; r < DEPTH; r = r + 1) begin
        kind = tidy && below(4) != 0 ? STORED : below(4);
        next_node = below(2);
        next_message = below(4) == 0;
        times = below(3) == 0 ? below(4) : 0;
        pause = below(3) == 0 ? below(12) : below(3);
        if (tidy) pause = pause % 7 + spacing + overhead;
        needed = tidy ? 0 : below(8) == 0 ? below(4) : 0;
        message = below(MESSAGES + (below(16) == 0));
        line = LANES == 2 ? {below(3), 1'b0} + below(2) : below(3);
        load_valid = 1'b1;
        load_address = r;
        load_word = {kind, next_node, next_message, times[SPAN-1:0], pause[SPAN-1:0], needed,
                    message, line};
        @(negedge clk);
        for (i = 0; i <= times && r < rows; i = i + 1) begin
          at = at + pause;
          if (at <= END) begin
            op[at] = kind;
            number[at] = (message + (next_message ? i : 0)) % (1 << TAG);
            need[at] = needed;
            to[at] = line / LANES + (next_node ? i : 0);
            to[at] = (to[at] + origin) % N * LANES + line % LANES;
          end
          at = at + 1;
        end
      end
      load_valid = 1'b0;
    end
  endtask
  task start;
    begin
      {rst, flip, run, in_valid, cycle} = 0;
      rst = 1'b1;
      tidy = trial % 3 == 0;
      overhead = LANES == 2 ? 0 : below(4);
      gap = LANES == 2 ? 1 : 1 + below(4);
      spacing = gap > overhead ? gap : overhead;
      addition = LANES == 1 && below(4) == 0;
      keep = below(4) != 0;
      capacity = tidy ? 0 : below(LATENCY + 1);
      origin = below(N);
      rows = below(8) == 0 ? below(DEPTH + 1) : DEPTH;
      @(negedge clk) rst = 1'b0;
      flip = 1'b1;  // straps are sampled only while `rst` is high
      {gaps, overlaps, crowds, doubles, losses, misses, lost_in_queue, owned} = 0;
      {sum_hops, sum_deliveries, hop_last, delivery_last, add_last, queued, most, from_most} = 0;
      for (i = -40; i <= END + 40; i = i + 1) out[i] = 0;
      compose;
      for (i = 0; i < MESSAGES; i = i + 1)
        if (below(tidy ? 4 : 2) != 0) begin
          local_valid = 1'b1;
          local_data = $random(seed);
          local_data[TAG-1:0] = i;
          own[i] = local_data;
          owned[i] = 1'b1;
          @(negedge clk);
        end
      local_valid = 1'b0;
      run = 1'b1;
      @(negedge clk);
    end
  endtask

  task arrive;  // arrivals in cycle t, the paper's time t
    begin
      received[t] = 1'b0;
      for (i = 0; i < LANES; i = i + 1) begin
        in_data[i*WIDTH+:WIDTH] = $random(seed);
        j = below(MESSAGES + (below(20) == 0));
        in_data[i*WIDTH+:TAG] = j;
        in_valid[i] = below(LANES == 2 && tidy ? 5 : 3) == 0;
        if (tidy && LANES == 1) begin  // no gap too short, no overlap, no second copy
          length = overhead + addition;
          for (s = 0; s <= END; s = s + 1) begin
            if (meets(t, length, s, program_length(s))) in_valid[i] = 1'b0;
            if (s < t && received[s] && (t < s + spacing || t < s + length ||
                flit[s][TAG-1:0] == j)) in_valid[i] = 1'b0;
          end
          if (owned[j] || j >= MESSAGES) in_valid[i] = 1'b0;
        end
        if (in_valid[i]) begin
          flit[t] = in_data[i*WIDTH+:WIDTH];
          received[t] = 1'b1;
          if (LANES == 2) begin
            waiting[queued] = flit[t];
            queued = queued + 1;
          end
        end
      end
    end
  endtask
  task take;  // takes a message from the queue
    begin
      if (queued > most) most = queued;
      received[t] = queued != 0;
      k = 0;
      for (i = queued - 1; i >= 0; i = i - 1)
        if (op[t] == STORED && waiting[i][TAG-1:0] == number[t]) k = i;
      flit[t] = waiting[k];
      for (i = k; i < queued - 1; i = i + 1) waiting[i] = waiting[i+1];
      if (queued != 0) queued = queued - 1;
      if (queued > QUEUE - 1) begin  // at most QUEUE - 1 messages can wait for the next cycle
        lost_in_queue = 1'b1;
        queued = QUEUE - 1;
      end
    end
  endtask
  task judge;  // all actions that begin at time t
    begin
      length = overhead + addition;
      begun[t] = sends(t);
      for (s = t > LONGEST ? t - LONGEST : 0; s < t; s = s + 1) begin
        if (begun[t] && begun[s] && t - s < spacing) gaps = 1'b1;
        if (received[t] && received[s] && t - s < spacing) gaps = 1'b1;
        if (meets(s, program_length(s), t, program_length(t))) overlaps = 1'b1;
        if (received[s] && meets(s, length, t, program_length(t))) overlaps = 1'b1;
        if (received[t] && meets(s, program_length(s), t, length)) overlaps = 1'b1;
        if (received[s] && received[t] && meets(s, length, t, length)) overlaps = 1'b1;
      end
      if (received[t] && meets(t, length, t, program_length(t))) overlaps = 1'b1;
      if (received[t]) begin
        sum_deliveries = sum_deliveries + 1;
        delivery_last = t + length;
        k = flit[t][TAG-1:0];
        if (keep) begin
          if (k >= MESSAGES) losses = 1'b1;
          else begin
            if (owned[k]) doubles = 1'b1;
            for (s = 0; s < t; s = s + 1)
              if (received[s] && flit[s][TAG-1:0] == k) doubles = 1'b1;
          end
        end
      end
      if (op[t] == ADD) add_last = t + 1;
      if (begun[t]) begin
        count = 0;
        legal = op[t] == SUPPLIED || (number[t] < MESSAGES && owned[number[t]]);
        for (s = 0; s <= t; s = s + 1)
          if (received[s] && s + length <= t) begin
            count = count + 1;
            if (keep && number[t] < MESSAGES && flit[s][TAG-1:0] == number[t]) legal = 1;
          end
        if (count > 3) count = 3;
        if (!legal || count < need[t]) misses = 1'b1;
        else begin
          out[t+overhead+1] = 1'b1;
          out_to[t+overhead+1] = to[t];
          out_flit[t+overhead+1] = local_data;
          sum_hops = sum_hops + 1;
          hop_last = t + 1;
        end
      end
    end
  endtask
  // Sets the flit of a STORED send that leaves at t+1: with `keep` the message's last copy received
  // up to t, if any, else the own message.
  task fill;
    if (t >= overhead && op[t-overhead] == STORED && out[t+1]) begin
      k = number[t-overhead];
      out_flit[t+1] = own[k];
      for (s = 0; s <= t; s = s + 1)
        if (keep && received[s] && flit[s][TAG-1:0] == k) out_flit[t+1] = flit[s];
    end
  endtask
  task watch;  // cycle t, before its arrivals
    begin
      expect_equal(issue === (op[t] == SUPPLIED) && add === (op[t] == ADD), "program");
      if (issue) expect_equal(issue_message === number[t] && issue_line === to[t], "issue");
      count = 0;
      for (s = 0; s < LATENCY; s = s + 1) count = count + out[t-s];
      if (capacity != 0 && count > capacity) crowds = 1'b1;
      if (count > from_most) from_most = count;
      if (!overlaps && !lost_in_queue) begin
        expect_equal(out_valid === out[t], "sends");
        if (out[t]) expect_equal(out_line === out_to[t] && out_data === out_flit[t], "flit");
        expect_equal(deliver_valid === (t > 0 && received[t-1]), "delivers");
        if (deliver_valid) expect_equal(deliver_data === flit[t-1], "delivery");
      end
    end
  endtask
  task flags;  // after time t
    begin
      expect_equal(gap_error === gaps, "gap_error");
      expect_equal(overlap === overlaps, "overlap");
      if (!overlaps && !lost_in_queue) begin
        expect_equal(underflow === misses, "underflow");
        expect_equal(duplicate === doubles, "duplicate");
        expect_equal(capacity_error === crowds, "capacity");
        expect_equal(overflow === losses, "overflow");
      end
      if (lost_in_queue) expect_equal(overflow, "queue overflow");
    end
  endtask

  initial begin
    @(negedge clk);
    for (trial = 0; trial < TRIALS; trial = trial + 1) begin
      start;
      for (t = 0; t < END; t = t + 1) begin
        cycle = t;
        watch;
        local_data = $random(seed);
        arrive;
        if (LANES == 2) take;
        // An own message in the cycle of a reception is lost and sets `overflow`.
        local_valid = LANES == 1 && !tidy && received[t] && below(16) == 0;
        if (local_valid) losses = 1'b1;
        judge;
        fill;
        @(negedge clk);
        local_valid = 1'b0;
        flags;
      end
      in_valid = 0;
      cycle = END;
      if (!overlaps && !lost_in_queue) begin
        if (out[END]) sum_hops = sum_hops - 1;  // this flit is on the line, but not counted yet
        for (s = 1; s <= overhead; s = s + 1) if (out[END+s]) sum_hops = sum_hops - 1;
        expect_equal(hops === sum_hops, "hops");
        if (out[END]) hop_last = 0;
        for (s = 1; s <= overhead; s = s + 1) if (out[END+s]) hop_last = 0;
        if (hop_last != 0) expect_equal(last_hop === hop_last, "last_hop");
        expect_equal(deliveries === sum_deliveries, "deliveries");
        expect_equal(last_delivery === delivery_last, "last_delivery");
        expect_equal(last_add === add_last, "last_add");
        expect_equal(transit_high === from_most, "transit_high");
        if (LANES == 2) expect_equal(queue_high === most, "queue_high");
      end
      if (tidy && LANES == 1) expect_equal(!gaps && !overlaps && !doubles && !losses, "tidy");
      seen_gap = seen_gap + gaps;
      seen_overlap = seen_overlap + overlaps;
      seen_crowd = seen_crowd + crowds;
      seen_double = seen_double + doubles;
      seen_loss = seen_loss + losses;
      seen_miss = seen_miss + misses;
      seen_clean = seen_clean + !(gaps || overlaps || crowds || doubles || losses || misses);
      if (most == 2) seen_high = seen_high + 1;
    end
    t = 0;
    // All cases must occur.
    expect_equal(seen_double > 0 && seen_miss > 0, "few messages");
    if (LATENCY > 1) expect_equal(seen_crowd > 0, "few in transit");
    if (LANES == 2) expect_equal(seen_high > 0 && seen_loss > 0, "few queues");
    else expect_equal(seen_gap > 0 && seen_overlap > 0 && seen_clean > 0, "few gaps");
    if (errors == 0)
      $display("PASS logp_port_tb: %0d trials, %0d without a flag", TRIALS, seen_clean);
    else $display("FAIL logp_port_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
