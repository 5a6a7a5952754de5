# rmc_async_fifo: a pointer crosses before its entry is written
# rmc_async_fifo.v
s/tail_first <= tail_gray/tail_first <= tail_gray ^ {{BITS{1'b0}}, in_valid}/
