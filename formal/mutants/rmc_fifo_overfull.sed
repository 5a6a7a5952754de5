# rmc_fifo_4: an entry enters a full queue
# rmc_fifo.v
s/wire enters = in_valid \&\& in_ready;/wire enters = in_valid;/
