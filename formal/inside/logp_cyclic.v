// SPDX-License-Identifier: Apache-2.0
  // For any `run`, load port and rows: the residues (x + offset) mod size for x = `first` are
  // computed only while the program does not run, so no clock both writes such a residue and fires
  // a row. `ready` is high only in state DONE, when all of these residues have been computed.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* if (started) begin
    assert (!ready || state == DONE);
    assert (!running || state == DONE || state == FETCH);
    assert (!(turned && running));
    assert (!(turned && fire));
  end
