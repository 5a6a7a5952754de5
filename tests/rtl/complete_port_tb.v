// SPDX-License-Identifier: Apache-2.0
// Checks one interface, with random programs, straps and arrivals, against a list of its contents:
// it must send exactly the messages of its rows, and every flag and counter must match the events.
`default_nettype none
module complete_port_tb;
  parameter K = 2, MESSAGES = 11, DEPTH = 5, TRIALS = 200;
  localparam CYCLES = 40, LINE = 3, OFFSET = 4, ENTRY = LINE + OFFSET + 2;
  localparam TAG = $clog2(MESSAGES) + 1, WIDTH = TAG + 7;
  localparam COUNT = $clog2(MESSAGES + 1), RATE = $clog2(K + 1);

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, local_valid = 1'b0, load_valid = 1'b0;
  reg [COUNT-1:0] messages = 0;
  reg [RATE-1:0] rate = 0;
  reg slow = 1'b0;
  reg [31:0] last_round = 0, cycle = 0;
  reg [15:0] period = 1;
  reg [31:0] load_address = 0;
  reg [K*ENTRY-1:0] load_word = 0;
  reg [WIDTH-1:0] local_data = 0;
  reg [K-1:0] in_valid = 0;
  reg [K*WIDTH-1:0] in_data = 0;
  reg flip = 1'b0;  // inverts the straps, which are sampled only while `rst` is high
  wire [K-1:0] out_valid, deliver_valid;
  wire [K*LINE-1:0] out_line;
  wire [K*WIDTH-1:0] out_data, deliver_data;
  wire [31:0] hops, last_hop, deliveries, last_delivery;
  wire duplicate, overflow, underflow;
  complete_port #(
      .PORTS(K), .WIDTH(WIDTH), .TAG_BITS(TAG), .MESSAGES(MESSAGES), .LINE_BITS(LINE),
      .OFFSET_BITS(OFFSET), .ROM_DEPTH(DEPTH)
  ) dut (
      .clk(clk), .rst(rst), .run(run), .messages(flip ? ~messages : messages),
      .rate(flip ? ~rate : rate), .slow(flip ^ slow), .last_round(flip ? ~last_round : last_round),
      .period(flip ? ~period : period), .cycle(cycle), .in_valid(in_valid), .in_data(in_data),
      .out_valid(out_valid), .out_line(out_line), .out_data(out_data), .local_valid(local_valid),
      .local_data(local_data), .deliver_valid(deliver_valid), .deliver_data(deliver_data),
      .load_valid(load_valid), .load_address(load_address), .load_word(load_word), .hops(hops),
      .last_hop(last_hop), .deliveries(deliveries), .last_delivery(last_delivery),
      .duplicate(duplicate), .overflow(overflow), .underflow(underflow));

  reg [K*ENTRY-1:0] rows[0:DEPTH-1];
  reg [ENTRY-1:0] entry;
  reg [WIDTH-1:0] held[0:MESSAGES-1];
  reg [MESSAGES-1:0] has;
  reg [K-1:0] send;
  reg [K*LINE-1:0] line;
  reg [K*WIDTH-1:0] flit;
  reg doubled, lost, missed;
  integer errors = 0, seed = 11, all_hops = 0, doubles = 0, losses = 0, misses = 0, clean = 0;
  integer own_losses = 0;
  integer trial, i, number, offset, sent, sent_last, received, received_last, tidy;
  task expect_equal(input good, input [8*16-1:0] what);
    if (!good) begin
      errors = errors + 1;
      if (errors < 10) $display("complete_port_tb: trial %0d, cycle %0d: %0s", trial, cycle, what);
    end
  endtask
  function integer below(input integer limit);
    below = $unsigned($random(seed)) % limit;
  endfunction
  task take(input [WIDTH-1:0] arrival);
    begin
      number = arrival[TAG-1:0];
      if (number >= MESSAGES) lost = 1'b1;
      else begin
        if (has[number]) doubled = 1'b1;
        has[number] = 1'b1;
        held[number] = arrival;
      end
    end
  endtask
  task start;
    begin
      rst = 1'b1;
      flip = 1'b0;
      run = 1'b0;
      in_valid = 0;
      cycle = 0;
      tidy = trial % 2;  // the port holds all messages from the start and receives none
      messages = 1 + below(MESSAGES);
      rate = below(K + 1);
      slow = below(2);
      last_round = below(CYCLES);
      period = 1 + below(DEPTH);
      @(negedge clk) rst = 1'b0;
      flip = 1'b1;
      has = 0;
      {doubled, lost, missed} = 0;
      sent = 0;
      sent_last = 0;
      received = 0;
      received_last = 0;
      for (i = 0; i < DEPTH; i = i + 1) begin
        load_valid = 1'b1;
        load_address = i;
        load_word = {$random(seed), $random(seed), $random(seed), $random(seed)};
        rows[i] = load_word;
        @(negedge clk);
      end
      load_valid = 1'b0;
      for (i = 0; i < MESSAGES; i = i + 1)
        if (tidy || below(2)) begin
          local_valid = 1'b1;
          local_data = $random(seed);
          local_data[TAG-1:0] = i;
          take(local_data);
          @(negedge clk);
        end
      local_valid = 1'b0;
      run = 1'b1;
      @(negedge clk);
    end
  endtask
  task step;  // a cycle: arrivals, then the outputs of the next cycle
    begin
      // An own message in the cycle of an arrival at port 0 is lost and sets `overflow`.
      local_valid = !tidy && below(16) == 0;
      local_data = $random(seed);
      local_data[TAG-1:0] = below(MESSAGES);
      for (i = 0; i < K; i = i + 1) begin
        in_valid[i] = !tidy && below(4) == 0;
        in_data[i*WIDTH+:WIDTH] = $random(seed);
        if (below(30) != 0) in_data[i*WIDTH+:TAG] = below(MESSAGES);
        if (i == 0 && local_valid && in_valid[0]) begin
          lost = 1'b1;
          own_losses = own_losses + 1;
        end else if (i == 0 && local_valid) take(local_data);
        if (in_valid[i]) begin
          take(in_data[i*WIDTH+:WIDTH]);
          received = received + 1;
          received_last = cycle;
        end
      end
      send = 0;
      for (i = 0; i < K; i = i + 1) begin
        entry = rows[cycle%period][i*ENTRY+:ENTRY];
        offset = entry[OFFSET-1:0];
        if (entry[OFFSET-1]) offset = offset - (1 << OFFSET);
        number = rate * (slow ? cycle / period : cycle) - offset;
        line[i*LINE+:LINE] = entry[OFFSET+:LINE];
        if (entry[ENTRY-1] && number >= 0 &&
            (entry[ENTRY-2] ? cycle < last_round : number < messages)) begin
          if (number >= messages) number = messages - 1;
          if (has[number]) send[i] = 1'b1;
          else missed = 1'b1;
          flit[i*WIDTH+:WIDTH] = held[number];
        end
        if (send[i]) begin
          sent = sent + 1;
          sent_last = cycle + 1;
        end
      end
      @(negedge clk);
      expect_equal(out_valid === send && deliver_valid === in_valid, "valid");
      for (i = 0; i < K; i = i + 1) begin
        if (send[i]) expect_equal(out_line[i*LINE+:LINE] === line[i*LINE+:LINE], "line");
        if (send[i]) expect_equal(out_data[i*WIDTH+:WIDTH] === flit[i*WIDTH+:WIDTH], "data");
        if (in_valid[i])
          expect_equal(deliver_data[i*WIDTH+:WIDTH] === in_data[i*WIDTH+:WIDTH], "delivery");
      end
      expect_equal({duplicate, overflow, underflow} === {doubled, lost, missed}, "flags");
      cycle = cycle + 1;
    end
  endtask

  initial begin
    for (trial = 0; trial < TRIALS; trial = trial + 1) begin
      start;
      while (cycle < CYCLES) step;
      in_valid = 0;
      local_valid = 1'b0;
      @(negedge clk);
      expect_equal(hops === sent && last_hop === sent_last, "hops");
      expect_equal(deliveries === received && last_delivery === received_last, "deliveries");
      all_hops = all_hops + sent;
      doubles = doubles + doubled;
      losses = losses + lost;
      misses = misses + missed;
      clean = clean + !(doubled || lost || missed);
    end
    if (errors == 0 && all_hops > TRIALS && doubles > 0 && losses > 0 && misses > 0 && own_losses > 0 &&
        clean >= TRIALS / 2)
      $display("PASS complete_port_tb: %0d messages sent", all_hops);
    else $display("FAIL complete_port_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
