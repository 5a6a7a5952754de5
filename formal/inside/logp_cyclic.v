// SPDX-License-Identifier: Apache-2.0
  // Whatever `run` and the load port do, and whatever the rows say: residues are turned only while
  // the program does not run, so a clock either turns one or fires a row, or neither. Once ready, it
  // stays ready until it is loaded, stopped or reset.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* if (started) begin
    assert (!ready || state == DONE);
    assert (!running || state == DONE || state == FETCH);
    assert (!(turned && running));
    assert (!(turned && fire));
  end
