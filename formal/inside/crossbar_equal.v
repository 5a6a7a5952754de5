// SPDX-License-Identifier: Apache-2.0
  // Data are compared only where `valid` is set. Assumed if BY_ROM = 0: an input names an output
  // if and only if the input sends a flit.
  integer line;
  always @* begin
    if (BY_ROM == 0) assume (names == in_valid);
    assert (model_valid == matrix_valid);
    assert (model_conflict == matrix_conflict);
    for (line = 0; line < LINES; line = line + 1)
      if (model_valid[line])
        assert (model_data[line*WIDTH+:WIDTH] == matrix_data[line*WIDTH+:WIDTH]);
  end
