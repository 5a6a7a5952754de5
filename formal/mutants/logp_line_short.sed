# logp_line_4: the row that is being written is read
# logp_line.v
s/data_rows\[oldest\];/data_rows[at];/
