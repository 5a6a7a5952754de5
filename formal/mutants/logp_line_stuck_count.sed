# logp_line_4: what leaves a line is not counted
# logp_line.v
s/\+:COUNT_BITS\] <= total - .*/+:COUNT_BITS] <= total;/
