# logp_line_4: as many in transit as may be raise the flag
# logp_line.v
s/total > limit/total >= limit/
