# rmc_credit_loop: room for a word too few
# rmc_stream_rx.v
s/DEPTH - ROOM - 2;/DEPTH - ROOM - 1;/
