// SPDX-License-Identifier: Apache-2.0
// Checks a Benes network against its definition, with idle lines: in all settings (with more than 4
// lines, in random settings), and in the settings of every SKIP-th permutation (with more than 8
// lines, of random permutations).
`default_nettype none
module benes_tb;
  parameter LINES = 4, WIDTH = 8, TRIALS = 100, SKIP = 1;  // SKIP: tests every SKIP-th permutation
  localparam BITS = $clog2(LINES), STAGES = 2 * BITS - 1, ROW = STAGES * (LINES / 2), DEPTH = 64;
  localparam ALL_SETTINGS = LINES == 2 ? 2 : LINES == 4 ? 64 : TRIALS;
  localparam ALL_PERMUTATIONS =
      LINES == 2 ? 2 : LINES == 4 ? 24 / SKIP : LINES == 8 ? 40320 / SKIP : TRIALS;

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [LINES-1:0] in_valid = 0;
  reg [LINES*WIDTH-1:0] in_data = 0;
  reg [15:0] period = DEPTH;
  reg [31:0] load_address = 0;
  reg [ROW-1:0] load_word = 0;
  wire [LINES-1:0] out_valid;
  wire [LINES*WIDTH-1:0] out_data;
  wire [31:0] flits;
  benes #(.LINES(LINES), .WIDTH(WIDTH), .ROM_DEPTH(DEPTH)) dut (
      .clk(clk), .rst(rst), .run(run), .in_valid(in_valid), .in_data(in_data),
      .out_valid(out_valid), .out_data(out_data), .period(period), .load_valid(load_valid),
      .load_address(load_address), .load_word(load_word), .flits(flits));
`include "benes_looping.vh"

  integer errors = 0, seed = 3, done = 0, sum = 0, target[0:DEPTH*LINES-1];
  integer i, j, row, rows, stage, low, high, swap, total, step, k;
  task fault;
    begin
      errors = errors + 1;
      if (errors < 10) $display("benes_tb: wrong, row %0d of %0d", row, done);
    end
  endtask
  // Sets `settings` to number `value` (LINES > 4: at random), and `wanted` to each input's output.
  task compose(input integer value);
    integer b;
    begin
      if (ROW <= 6) settings = value;
      else for (i = 0; i < ROW; i = i + 1) settings[i] = $random(seed);
      for (i = 0; i < LINES; i = i + 1) begin
        wanted[i] = i;  // its current line
        for (stage = 0; stage < STAGES; stage = stage + 1) begin
          b = stage < BITS ? stage : STAGES - 1 - stage;
          j = ((wanted[i] >> (b + 1)) << b) | (wanted[i] & ((1 << b) - 1));
          if (settings[stage*(LINES/2)+j]) wanted[i] = wanted[i] ^ (1 << b);
        end
      end
    end
  endtask
  task next_permutation(input integer value);
    begin
      if (value == 0) for (i = 0; i < LINES; i = i + 1) wanted[i] = i;
      else if (LINES > 8) for (i = LINES - 1; i > 0; i = i - 1) begin
        j = $unsigned($random(seed)) % (i + 1);
        swap = wanted[i];
        wanted[i] = wanted[j];
        wanted[j] = swap;
      end else for (k = 0; k < SKIP; k = k + 1) begin  // the next in lexicographic order
        low = LINES - 2;
        while (wanted[low] > wanted[low+1]) low = low - 1;
        high = LINES - 1;
        while (wanted[high] < wanted[low]) high = high - 1;
        swap = wanted[low];
        wanted[low] = wanted[high];
        wanted[high] = swap;
        low = low + 1;
        for (high = LINES - 1; low < high; high = high - 1) begin
          swap = wanted[low];
          wanted[low] = wanted[high];
          wanted[high] = swap;
          low = low + 1;
        end
      end
      find_settings;
    end
  endtask
  task check_row;
    begin
      for (i = 0; i < LINES; i = i + 1) in_data[i*WIDTH+:WIDTH] = $random(seed);
      for (i = 0; i < LINES; i = i + 1) in_valid[i] = row % 2 == 0 || $random(seed);
      #1;
      for (i = 0; i < LINES; i = i + 1) begin
        j = target[row*LINES+i];
        if (out_valid[j] !== in_valid[i]) fault;
        if (in_valid[i] && out_data[j*WIDTH+:WIDTH] !== in_data[i*WIDTH+:WIDTH]) fault;
        if (in_valid[i]) sum = sum + 1;
      end
    end
  endtask

  initial begin
    total = ALL_SETTINGS + ALL_PERMUTATIONS;
    while (done < total) begin
      rows = total - done < DEPTH ? total - done : DEPTH;
      period = rows;
      rst = 1'b1;
      run = 1'b0;
      in_valid = 0;
      @(negedge clk);
      sum = 0;
      rst = 1'b0;
      for (row = 0; row < rows; row = row + 1) begin
        if (done + row < ALL_SETTINGS) compose(done + row);
        else next_permutation(done + row - ALL_SETTINGS);
        for (i = 0; i < LINES; i = i + 1) target[row*LINES+i] = wanted[i];
        load_valid = 1'b1;
        load_address = row;
        load_word = settings;
        @(negedge clk);
      end
      load_valid = 1'b0;
      run = 1'b1;
      @(negedge clk);  // cycle 0
      in_valid = {LINES{1'b1}};
      #1 if (out_valid !== 0) fault;
      in_valid = 0;
      for (step = 0; step < rows + 3; step = step + 1) begin  // repeats the first rows
        @(negedge clk);
        row = step % rows;
        check_row;
      end
      @(negedge clk);
      in_valid = 0;
      @(negedge clk);  // flits are counted a clock later
      if (flits !== sum) fault;
      done = done + rows;
    end
    if (errors == 0) $display("PASS benes_tb: %0d settings", done);
    else $display("FAIL benes_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
