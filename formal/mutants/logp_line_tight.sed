# logp_line_4: as many in transit as may be raise the flag
# logp_line.v
s/one == limit && limit/one + 1'b1 == limit \&\& limit/
