# logp_line_4: what leaves a line is not counted
# logp_line.v
s/if \(in_valid\[i\] != out_valid\[i\]\)/if (in_valid[i])/
