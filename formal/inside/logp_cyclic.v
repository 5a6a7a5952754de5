// SPDX-License-Identifier: Apache-2.0
  // Properties for any rows, any loading and any `run`. To prepare a run, logp_cyclic computes each
  // row's residue (first + offset) mod size. These residues are computed only while the program
  // does not run, so no clock both writes such a residue and fires a row. `ready` is high only in
  // state DONE, when the residues of all rows have been computed.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* if (started) begin
    assert (!ready || state == DONE);
    assert (!running || state == DONE || state == FETCH);
    assert (!(turned && running));
    assert (!(turned && fire));
  end
