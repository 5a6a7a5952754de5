# rmc_fifo_4: the entry after a departure is shown twice
# rmc_fifo.v
s/entries\[leaves \? second\[BITS-1:0\] : head\[BITS-1:0\]\]/entries[head[BITS-1:0]]/
