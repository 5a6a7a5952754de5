# logp_line_4: the row that is written now is read
# logp_line.v
s/data_rows\[oldest\];/data_rows[at];/
