# rmc_stream_tx: a word leaves and stays
# rmc_stream_tx.v
s/\.out_ready\(leaves\)/.out_ready(leaves \&\& !last)/
