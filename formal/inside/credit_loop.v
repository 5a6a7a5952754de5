// SPDX-License-Identifier: Apache-2.0
  // No word finds the receiver's queue full.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* if (started && !rst) assert (!overflow);
