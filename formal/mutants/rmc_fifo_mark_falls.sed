# rmc_fifo_4: the mark follows the count
# rmc_fifo.v
s/else if \(used > mark\) mark/else mark/
