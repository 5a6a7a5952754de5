# cube_rows_1: the digit exchanged last decides, not the first
# cube_rows.v
s/for \(t = DIMENSIONS - 1; t >= 0; t = t - 1\)/for (t = 0; t < DIMENSIONS; t = t + 1)/
