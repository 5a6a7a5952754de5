// SPDX-License-Identifier: Apache-2.0
// Checks block-cyclic programs with random blocks, members, starts and items against their
// definition: for x = q, q + s, .., where q is the member's first item (`first`) and s the number
// of rows, row j of the member sends item x at time start + (x - q) + j to base + (x + offset) mod
// size.
`default_nettype none
module logp_cyclic_tb;
  parameter LANES = 1, DEPTH = 6, SIZE = 4, TRIALS = 200;
  localparam LINE = 7, ITEM = 5, TIME = 16;
  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [15:0] rows = 0;
  reg [31:0] load_address = 0;
  reg [SIZE-1:0] first = 0;
  reg [TIME-1:0] start = 0;
  reg [ITEM-1:0] items = 0;
  reg [LINE+3*SIZE-1:0] load_word = 0;
  wire ready, fire;
  wire [LINE-1:0] line;
  wire [ITEM-1:0] item;
  logp_cyclic #(
      .LINE_BITS(LINE), .LANES(LANES), .ITEM_BITS(ITEM), .SIZE_BITS(SIZE), .TIME_BITS(TIME),
      .ROM_DEPTH(DEPTH)
  ) dut (
      .clk(clk), .rst(rst), .run(run), .rows(rows), .first(first), .start(start), .items(items),
      .load_valid(load_valid), .load_address(load_address), .load_word(load_word), .ready(ready),
      .fire(fire), .line(line), .item(item));

  integer size[0:DEPTH-1], offset[0:DEPTH-1], base[0:DEPTH-1];
  integer errors = 0, seed = 3, trial, pass, t, j, x, wanted, sent = 0, limit, step;
  function integer below(input integer limit_of);
    below = $unsigned($random(seed)) % limit_of;
  endfunction
  task expect_equal(input good, input [8*16-1:0] what);
    if (good !== 1'b1) begin
      errors = errors + 1;
      if (errors < 10) $display("logp_cyclic_tb: trial %0d, time %0d: %0s", trial, t, what);
    end
  endtask
  initial
    for (trial = 0; trial < TRIALS; trial = trial + 1) begin
      t = 0;
      rst = 1'b1;
      @(negedge clk) rst = 1'b0;
      rows = below(8) == 0 ? 0 : 1 + below(DEPTH);
      first = rows == 0 ? 0 : below(rows);
      start = below(3) == 0 ? 0 : below(30);
      items = below(1 << ITEM);
      limit = 4;
      for (j = 0; j < DEPTH; j = j + 1) begin
        size[j] = 1 + below(below(3) == 0 ? 2 : (1 << SIZE) - 1);
        offset[j] = below(size[j]);
        base[j] = below((1 << LINE) - (LANES << SIZE));
        step = rows % size[j];
        load_valid = 1'b1;
        load_address = j;
        load_word = {size[j][SIZE-1:0], offset[j][SIZE-1:0], step[SIZE-1:0], base[j][LINE-1:0]};
        limit = limit + 2 + (first + offset[j]) / size[j];
        @(negedge clk);
      end
      load_valid = 1'b0;
      for (pass = 0; pass < 2; pass = pass + 1) begin
        while (!ready && t <= limit) begin
          @(negedge clk);
          t = t + 1;
        end
        expect_equal(ready, "not ready");
        for (j = below(3); j > 0; j = j - 1) @(negedge clk);
        run = 1'b1;
        @(negedge clk);
        for (t = 0; t < 60; t = t + 1) begin
          wanted = t >= start && rows != 0;
          if (wanted) begin
            j = (t - start) % rows;
            x = first + (t - start) / rows * rows;
            wanted = x < items;
          end
          expect_equal(fire === wanted, "fires");
          if (wanted) begin
            sent = sent + 1;
            expect_equal(item === x, "item");
            expect_equal(line === base[j] + (x + offset[j]) % size[j] * LANES, "line");
          end
          @(negedge clk);
        end
        run = 1'b0;
        @(negedge clk) t = 0;
      end
      if (trial == TRIALS - 1) begin
        if (errors == 0 && sent > 10 * TRIALS) $display("PASS logp_cyclic_tb: %0d sends", sent);
        else $display("FAIL logp_cyclic_tb: %0d errors", errors);
        $finish(0);
      end
    end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
