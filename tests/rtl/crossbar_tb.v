// SPDX-License-Identifier: Apache-2.0
// Checks a crossbar under random traffic, half of it without contention, against a count of the
// inputs that want each output. ROM = 1: random rows, with wrong selections in half of the
// programs.
`default_nettype none
module crossbar_tb;
  parameter LINES = 4, WIDTH = 8, ROM = 0, BY_INPUT = 0, PROGRAMS = 40;
  localparam BITS = $clog2(LINES), ROW = LINES * (BITS + 1), DEPTH = 8, CYCLES = 30;

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [LINES-1:0] in_valid = 0;
  reg [LINES*BITS-1:0] in_line = 0;
  reg [LINES*WIDTH-1:0] in_data = 0;
  reg [15:0] period = 1;
  reg [31:0] load_address = 0;
  reg [ROW-1:0] load_word = 0;
  wire [LINES-1:0] out_valid;
  wire [LINES*WIDTH-1:0] out_data;
  wire [31:0] flits;
  wire contention;
  crossbar #(.LINES(LINES), .WIDTH(WIDTH), .ROM_DEPTH(ROM ? DEPTH : 0), .BY_INPUT(BY_INPUT)) dut (
      .clk(clk), .rst(rst), .run(run), .in_valid(in_valid), .in_line(in_line), .in_data(in_data),
      .out_valid(out_valid), .out_data(out_data), .period(period), .load_valid(load_valid),
      .load_address(load_address), .load_word(load_word), .flits(flits), .contention(contention));

  integer errors = 0, seed = 5, passed = 0, clashes = 0, quiet = 0, trial, cycle, o, i, from, j, k;
  integer order[0:LINES-1], wants, sum, counted;
  reg [LINES-1:0] used;
  reg [ROW-1:0] rows[0:DEPTH-1];
  reg clashed, good, legal;
  task fault(input [8*20-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("crossbar_tb: program %0d, cycle %0d: %0s", trial, cycle, what);
    end
  endtask
  task shuffle;
    for (i = 0; i < LINES; i = i + 1) begin
      j = $unsigned($random(seed)) % (i + 1);
      order[i] = order[j];
      order[j] = i;
    end
  endtask
  // For ROM = 0: sets `good` to 1 if output o must have a flit, else 0; `from` to the flit's input.
  task expect_rule;
    begin
      wants = 0;
      for (i = 0; i < LINES; i = i + 1)
        if (in_valid[i] && in_line[i*BITS+:BITS] == o) begin
          wants = wants + 1;
          from = i;
        end
      good = wants == 1;
      if (wants > 1) clashed = 1'b1;
    end
  endtask
  task expect_rom;
    begin
      from = rows[(cycle-1)%period][o*(BITS+1)+:BITS];
      good = 1'b0;
      if (rows[(cycle-1)%period][o*(BITS+1)+BITS]) begin
        if (from >= LINES) clashed = 1'b1;
        else if (in_valid[from]) begin
          good = 1'b1;
          used[from] = 1'b1;
          for (i = 0; i < LINES; i = i + 1)
            if (i != o && rows[(cycle-1)%period][i*(BITS+1)+:BITS+1] == {1'b1, from[BITS-1:0]})
              good = 1'b0;
          if (!good) clashed = 1'b1;
        end
      end
    end
  endtask

  initial begin
    for (trial = 0; trial < PROGRAMS; trial = trial + 1) begin
      rst = 1'b1;
      run = 1'b0;
      in_valid = 0;
      legal = trial % 2 == 0;
      period = 1 + $unsigned($random(seed)) % DEPTH;
      @(negedge clk) rst = 1'b0;
      for (k = 0; k < period; k = k + 1) begin
        shuffle;
        for (o = 0; o < LINES; o = o + 1)
          rows[k][o*(BITS+1)+:BITS+1] =
              legal ? {1'b1, order[o][BITS-1:0]} : $random(seed);
        load_valid = 1'b1;
        load_address = k;
        load_word = rows[k];
        @(negedge clk);
      end
      load_valid = 1'b0;
      run = 1'b1;
      @(negedge clk);
      sum = 0;
      counted = 0;
      clashed = 1'b0;
      for (cycle = 1; cycle <= CYCLES; cycle = cycle + 1) begin
        @(negedge clk);
        if (contention !== clashed) fault("contention");
        if (flits !== counted) fault("flits");
        counted = sum;  // `flits` counts a clock later
        shuffle;
        for (i = 0; i < LINES; i = i + 1) begin
          in_valid[i] = $random(seed);
          in_data[i*WIDTH+:WIDTH] = $random(seed);
          in_line[i*BITS+:BITS] = order[i];
          // Clashes are rare, so that in some programs the first clash comes late.
          if (!legal && $random(seed) % 32 == 0) in_line[i*BITS+:BITS] = $random(seed);
        end
        #1;
        used = 0;
        for (o = 0; o < LINES; o = o + 1) begin
          if (ROM) expect_rom; else expect_rule;
          if (out_valid[o] !== good) fault("valid");
          if (good && out_data[o*WIDTH+:WIDTH] !== in_data[from*WIDTH+:WIDTH]) fault("data");
          sum = sum + good;
        end
        if (ROM && |(in_valid & ~used)) clashed = 1'b1;
        for (i = 0; i < LINES; i = i + 1)
          if (!ROM && in_valid[i] && in_line[i*BITS+:BITS] >= LINES) clashed = 1'b1;
      end
      if (legal && clashed) fault("the traffic");
      clashes = clashes + clashed;
      quiet = quiet + !clashed;
      passed = passed + sum;
    end
    if (errors == 0 && clashes > 2 && quiet >= PROGRAMS / 2 && passed > 0)
      $display("PASS crossbar_tb: %0d flits", passed);
    else $display("FAIL crossbar_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
