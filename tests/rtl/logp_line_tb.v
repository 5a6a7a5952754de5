// SPDX-License-Identifier: Apache-2.0
// Random traffic over lines, for each latency from 2 to LATENCY (if LATENCY is 1: for 1): every
// flit comes out latency-1 cycles later, and `crowded` and `transit_high` agree with a count of the
// flits in transit.
`default_nettype none
module logp_line_tb;
  parameter LINES = 3, LATENCY = 4, CYCLES = 400;
  localparam WIDTH = 9, COUNT = $clog2(LATENCY + 1);
  reg clk = 1'b0, rst = 1'b1;
  reg [COUNT-1:0] capacity = 0, latency = 0;
  reg [LINES-1:0] in_valid = 0;
  reg [LINES*WIDTH-1:0] in_data = 0;
  wire [LINES-1:0] out_valid, crowded;
  wire [LINES*WIDTH-1:0] out_data;
  wire [COUNT-1:0] transit_high;
  logp_line #(
      .LINES(LINES), .WIDTH(WIDTH), .LATENCY(LATENCY)
  ) dut (
      .clk(clk), .rst(rst), .latency(rst ? latency : ~latency), .capacity(rst ? capacity : ~capacity),
      .in_valid(in_valid), .in_data(in_data), .out_valid(out_valid), .out_data(out_data),
      .transit_high(transit_high), .crowded(crowded));

  reg [LINES-1:0] valid[0:CYCLES+LATENCY];
  reg [LINES*WIDTH-1:0] data[0:CYCLES+LATENCY];
  reg [LINES-1:0] over;
  integer errors = 0, seed = 7, limit, cycles, t, i, s, high, count, quiet, raised = 0;
  task expect_equal(input good, input [8*16-1:0] what);
    if (good !== 1'b1) begin
      errors = errors + 1;
      if (errors < 10) $display("logp_line_tb: cycle %0d: %0s", t, what);
    end
  endtask
  initial begin
    for (cycles = LATENCY < 2 ? 1 : 2; cycles <= LATENCY; cycles = cycles + 1)
    for (limit = 0; limit <= cycles; limit = limit + 1)
      for (quiet = 1; quiet < 12; quiet = quiet + 5) begin
        rst = 1'b1;
        capacity = limit;
        latency = cycles;
        in_valid = 0;
        @(negedge clk) rst = 1'b0;
        {over, high} = 0;
        for (t = 0; t < CYCLES / 4; t = t + 1) begin
          for (i = 0; i < LINES; i = i + 1) in_valid[i] = $unsigned($random(seed)) % quiet == 0;
          in_data = {$random(seed), $random(seed), $random(seed), $random(seed), $random(seed)};
          {valid[t], data[t]} = {in_valid, in_data};
          #1;
          for (i = 0; i < LINES; i = i + 1) begin
            s = t - (cycles - 1);
            expect_equal(out_valid[i] === (s >= 0 && valid[s][i]), "valid");
            if (out_valid[i])
              expect_equal(out_data[i*WIDTH+:WIDTH] === data[s][i*WIDTH+:WIDTH], "data");
            count = 0;
            for (s = t; s >= 0 && s > t - cycles; s = s - 1) count = count + valid[s][i];
            if (limit > 0 && count > limit) over[i] = 1'b1;
            if (count > high) high = count;
          end
          @(negedge clk);
          expect_equal(crowded === over, "crowded");
          expect_equal(transit_high === high, "high");
        end
        if (over != 0) raised = raised + 1;
      end
    if (LATENCY > 1) expect_equal(raised > 0, "never crowded");
    if (errors == 0) $display("PASS logp_line_tb: %0d lines of latency %0d", LINES, LATENCY);
    else $display("FAIL logp_line_tb: %0d errors", errors);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
