# logp_line_4: a stage is left out
# logp_line.v
s/valid\[\(s-1\)\*LINES\+:LINES\];/s == 2 ? in_valid : valid[(s-1)*LINES+:LINES];/
