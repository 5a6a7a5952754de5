# rmc_async_fifo: the full queue takes an entry
# rmc_async_fifo.v
s/head_seen\[BITS:BITS-1\], head_seen\[BITS-2:0\]\}/head_seen[BITS], head_seen[BITS-1:0]}/
