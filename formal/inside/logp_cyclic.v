// SPDX-License-Identifier: Apache-2.0
  // For any `run`, load port and rows: residues are reduced only while the program does not run,
  // so a clock writes a reduced residue, fires a row, or does neither. The program is ready only
  // when all residues are reduced (DONE).
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* if (started) begin
    assert (!ready || state == DONE);
    assert (!running || state == DONE || state == FETCH);
    assert (!(turned && running));
    assert (!(turned && fire));
  end
