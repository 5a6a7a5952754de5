# rmc_async_fifo: a binary pointer crosses
# rmc_async_fifo.v
s/tail_gray <= next_tail \^ \(next_tail >> 1\)/tail_gray <= next_tail/
