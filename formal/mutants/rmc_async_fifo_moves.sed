# rmc_async_fifo: an entry does not wait
# rmc_async_fifo.v
s/wire leaves = out_valid \&\& out_ready;/wire leaves = out_valid;/
