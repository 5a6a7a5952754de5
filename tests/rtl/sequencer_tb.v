// SPDX-License-Identifier: Apache-2.0
// Random programs of RUN words and loops, loaded by the load port. Expected outputs are recorded
// while a program is composed, not by interpreting its words.
`default_nettype none
module sequencer_tb;
  parameter CONTROL_BITS = 8, DEPTH = 64, PROGRAMS = 200;
  localparam WORD_BITS = CONTROL_BITS + 18;

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [31:0] load_address = 0;
  reg [WORD_BITS-1:0] load_word = 0;
  wire [CONTROL_BITS-1:0] control;
  wire fresh;
  sequencer #(.CONTROL_BITS(CONTROL_BITS), .DEPTH(DEPTH)) dut (
      .clk(clk), .rst(rst), .run(run), .load_valid(load_valid), .load_address(load_address),
      .load_word(load_word), .control(control), .fresh(fresh));

  reg [CONTROL_BITS:0] expected[0:65535];  // {fresh, control}
  reg [WORD_BITS-1:0] words[0:DEPTH-1];
  integer length, size, errors = 0, trial, i, pass, body_begin, body_end, body, seed = 7;
  integer total = 0;

  function integer below(input integer limit);
    below = $unsigned($random(seed)) % limit;
  endfunction

  // Adds one word, and its outputs: a random value for `cycles` cycles.
  task add(input [1:0] op, input [15:0] argument, input integer cycles);
    reg [CONTROL_BITS-1:0] value;
    begin
      value = $random(seed);
      words[size] = {op, argument, value};
      size = size + 1;
      for (i = 0; i < cycles; i = i + 1) begin
        expected[length] = {i == 0, value};
        length = length + 1;
      end
    end
  endtask

  task add_run;
    integer cycles;
    begin
      cycles = 1 + (below(4) == 0 ? below(300) : below(3));
      add(2'd0, cycles - 1, cycles);
    end
  endtask

  task add_loop;
    integer repeats, passes_wanted;
    begin
      body = below(5);  // words before the LOOP word
      passes_wanted = 1 + below(6);
      body_begin = length;
      for (repeats = 0; repeats < body; repeats = repeats + 1) add_run;
      add(2'd1, {passes_wanted[9:0] - 10'd1, body[5:0]}, 1);
      body_end = length;
      for (pass = 1; pass < passes_wanted; pass = pass + 1)
        for (i = body_begin; i < body_end; i = i + 1) begin
          expected[length] = expected[i];
          length = length + 1;
        end
    end
  endtask

  initial begin
    @(negedge clk) rst = 1'b0;
    for (trial = 0; trial < PROGRAMS; trial = trial + 1) begin
      size = 0;
      length = 0;
      while (size < DEPTH - 8 && below(12) != 0) if (below(2) == 0) add_run; else add_loop;
      add(2'd2 + trial[0], 16'd5, 0);  // HALT, or the unused operation 3, which acts like HALT
      run = 1'b0;
      for (i = size - 1; i >= 0; i = i - 1) begin  // loads word 0 last, in the clock before `run`
        load_valid = 1'b1;
        load_address = i;
        load_word = words[i];
        @(negedge clk);
      end
      load_valid = 1'b0;
      if ({fresh, control} !== 0) errors = errors + 1;
      run = 1'b1;
      for (i = 0; i < length + 20; i = i + 1) begin
        @(negedge clk);
        if ({fresh, control} !== (i < length ? expected[i] : {CONTROL_BITS + 1{1'b0}})) begin
          errors = errors + 1;
          if (errors < 10) $display("sequencer_tb: program %0d, cycle %0d is wrong", trial, i);
        end
      end
      total = total + length;
    end
    if (errors == 0 && total > 1000) $display("PASS sequencer_tb: %0d control cycles", total);
    else $display("FAIL sequencer_tb: %0d errors, %0d cycles", errors, total);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
