// SPDX-License-Identifier: Apache-2.0
  // Data are undefined unless valid. Under the rule every line that names an output sends a flit.
  integer line;
  always @* begin
    if (BY_ROM == 0) assume (names == in_valid);
    assert (model_valid == matrix_valid);
    assert (model_conflict == matrix_conflict);
    for (line = 0; line < LINES; line = line + 1)
      if (model_valid[line])
        assert (model_data[line*WIDTH+:WIDTH] == matrix_data[line*WIDTH+:WIDTH]);
  end
