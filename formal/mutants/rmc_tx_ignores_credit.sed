# rmc_stream_tx: a word leaves without credit
# rmc_stream_tx.v
s/leaves  = fits \&\& granted/leaves  = fits/
