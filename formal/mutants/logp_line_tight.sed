# logp_line_4: the largest legal number in transit raises the flag
# logp_line.v
s/one == limit && limit/one + 1'b1 == limit \&\& limit/
