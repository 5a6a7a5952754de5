# rmc_operator: one credit is enough
# rmc_operator.v
s/a\[WIDTH\] \&\& b\[WIDTH\]/a[WIDTH]/
