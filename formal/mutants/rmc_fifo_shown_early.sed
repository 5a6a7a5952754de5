# rmc_fifo_4: an entry is shown at the edge that writes it
# rmc_fifo.v
s/second != tail : head != tail/second != tail : head != tail || enters/
