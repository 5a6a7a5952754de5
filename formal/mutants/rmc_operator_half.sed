# rmc_operator: a word and a bubble yield a word
# rmc_operator.v
s/both = a\[WIDTH\+2\] \&\&/both = a[WIDTH+2] ||/
