# logp_line_4: flits that leave a line are not counted
# logp_line.v
s/if \(in_valid\[i\] != out_valid\[i\]\)/if (in_valid[i])/
