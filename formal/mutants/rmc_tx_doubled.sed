# rmc_stream_tx: the last word of a packet leaves and stays
# rmc_stream_tx.v
s/\.out_ready\(leaves\)/.out_ready(leaves \&\& !last)/
