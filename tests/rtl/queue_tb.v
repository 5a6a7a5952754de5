// SPDX-License-Identifier: Apache-2.0
// Random traffic through a queue against a log of all arrivals: entry number n must leave as the
// n-th, and the counters must match the log.
`default_nettype none
module queue_tb;
  parameter WIDTH = 16, DEPTH = 4, PUSHES = 3, POPS = 2, CYCLES = 4000, BY_LANE = 0;
  parameter BUILT = DEPTH;  // slots built, of which DEPTH are used

  reg clk = 1'b0, rst = 1'b1;
  reg [PUSHES-1:0] push_valid = 0;
  reg [PUSHES*WIDTH-1:0] push_data = 0;
  reg [$clog2(POPS+1)-1:0] pops = 0;
  wire [POPS*WIDTH-1:0] heads;
  wire [$clog2(BUILT+1)-1:0] count, high;
  wire overflow, underflow;
  wire [$clog2(BUILT+1)-1:0] places = DEPTH;
  // The low bits of an entry are its label.
  wire [PUSHES*LOW-1:0] push_label;
  wire [PUSHES*HIGH-1:0] push_rest;
  wire [POPS*LOW-1:0] labels;
  wire [POPS*HIGH-1:0] rests;
  localparam LOW = 2, HIGH = WIDTH - LOW;
  genvar g;
  generate
    for (g = 0; g < PUSHES; g = g + 1) begin : g_push
      assign {push_rest[g*HIGH+:HIGH], push_label[g*LOW+:LOW]} = push_data[g*WIDTH+:WIDTH];
    end
    for (g = 0; g < POPS; g = g + 1) begin : g_head
      assign heads[g*WIDTH+:WIDTH] = {rests[g*HIGH+:HIGH], labels[g*LOW+:LOW]};
    end
  endgenerate
  queue #(.WIDTH(HIGH), .LABEL_BITS(LOW), .DEPTH(BUILT), .PUSHES(PUSHES), .POPS(POPS),
          .BY_LANE(BY_LANE)) dut (
      .clk(clk), .rst(rst), .places(places), .push_valid(push_valid), .push_data(push_rest),
      .push_label(push_label), .pops(pops), .heads(rests), .head_labels(labels), .count(count),
      .high(high), .overflow(overflow), .underflow(underflow));

  reg [WIDTH-1:0] entered[0:CYCLES*PUSHES-1];
  integer arrived = 0, gone = 0, most = 0, lost = 0, missed = 0, errors = 0;
  integer cycle, lane, wanted, seed = 1, refusals = 0;

  task check(input good);
    if (!good) begin
      errors = errors + 1;
      if (errors < 10) $display("queue_tb: wrong in cycle %0d", cycle);
    end
  endtask

  initial begin
    @(negedge clk) rst = 1'b0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      if (cycle % 500 == 499) begin  // restart, so that each flag is seen low and high
        rst = 1'b1;
        @(negedge clk) rst = 1'b0;
        gone = arrived;
        most = 0;
        lost = 0;
        missed = 0;
      end
      // Arrivals are denser in every third cycle. The first half of each 500 cycles is legal
      // traffic.
      push_valid = $random(seed);
      if (cycle % 3 != 0) push_valid = push_valid & $random(seed);
      push_data = {$random(seed), $random(seed), $random(seed), $random(seed)};
      wanted = $unsigned($random(seed)) % (POPS + 1);
      if (cycle % 500 < 250) begin
        if (wanted > arrived - gone) wanted = arrived - gone;
        if (arrived - gone - wanted + PUSHES > DEPTH) push_valid = 0;
      end
      pops = wanted;
      #1;
      for (lane = 0; lane < POPS && lane < arrived - gone; lane = lane + 1)
        check(heads[lane*WIDTH+:WIDTH] === entered[gone+lane]);
      for (lane = 0; lane < wanted; lane = lane + 1)
        if (gone < arrived) gone = gone + 1;
        else missed = 1;
      for (lane = 0; lane < PUSHES; lane = lane + 1)
        if (push_valid[lane]) begin
          if (arrived - gone < DEPTH) begin
            entered[arrived] = push_data[lane*WIDTH+:WIDTH];
            arrived = arrived + 1;
          end else lost = 1;
        end
      if (arrived - gone > most) most = arrived - gone;
      refusals = refusals + lost;
      @(negedge clk);
      check(count === arrived - gone && high === most);
      check(overflow === lost[0] && underflow === missed[0]);
    end
    check(refusals > 0 && arrived > CYCLES / 10);
    if (errors == 0) $display("PASS queue_tb: %0d entries", arrived);
    else $display("FAIL queue_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
