# rmc_fifo_4: a departure hides the next entry
# rmc_fifo.v
s/\(leaves \? second != tail : head != tail\)/!leaves \&\& head != tail/
