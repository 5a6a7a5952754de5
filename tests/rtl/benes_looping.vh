// SPDX-License-Identifier: Apache-2.0
// Looping algorithm in Verilog, to be included in a testbench with a parameter LINES: switch
// settings that take input line i to wanted[i], for all i.
localparam LOOP_BITS = $clog2(LINES);
localparam LOOP_ROW = (2 * LOOP_BITS - 1) * (LINES / 2);
integer wanted[0:LINES-1];
integer current[0:LINES-1], inner[0:LINES-1], input_of[0:LINES-1];
reg [LINES-1:0] odd_side, settled;
reg [LOOP_ROW-1:0] settings;
task find_settings;
  integer depth, part, size, x, y, begin_at, at;
  begin
    settings = 0;
    for (x = 0; x < LINES; x = x + 1) current[x] = wanted[x];
    for (depth = 0; depth < LOOP_BITS - 1; depth = depth + 1) begin
      size = LINES >> depth;
      for (part = 0; part < (1 << depth); part = part + 1) begin  // sub-networks of this depth
        odd_side = 0;
        settled = 0;
        for (x = 0; x < size; x = x + 1) input_of[current[(x<<depth)+part]] = x;
        for (begin_at = 0; begin_at < size; begin_at = begin_at + 1) begin
          x = begin_at;
          while (!settled[x]) begin
            y = input_of[current[(x<<depth)+part]^1];
            settled[x] = 1'b1;
            settled[y] = 1'b1;
            odd_side[y] = 1'b1;
            x = y ^ 1;
          end
        end
        for (x = 0; x < size; x = x + 1) begin
          at = ((x >> 1) << (depth + 1)) + (odd_side[x] << depth) + part;
          inner[at] = current[(x<<depth)+part] >> 1;
        end
        for (x = 0; x < size / 2; x = x + 1) begin
          at = (x << depth) + part;
          if (odd_side[2*x]) settings[depth*(LINES/2)+at] = 1'b1;
          if (odd_side[input_of[2*x]]) settings[(2*LOOP_BITS-2-depth)*(LINES/2)+at] = 1'b1;
        end
      end
      for (x = 0; x < LINES; x = x + 1) current[x] = inner[x];
    end
    for (part = 0; part < LINES / 2; part = part + 1)
      if (current[part] == 1) settings[(LOOP_BITS-1)*(LINES/2)+part] = 1'b1;
  end
endtask
