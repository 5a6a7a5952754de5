# rmc_operator: one word alone is a result
# rmc_operator.v
s/both = a\[WIDTH\+2\] \&\&/both = a[WIDTH+2] ||/
