# cube_rows_2: sends to the broadcaster, too
# cube_rows.v
s/next_row\[ENTRY_BITS-1\] = 1'b0;/next_row[ENTRY_BITS-1] = 1'b1;/
