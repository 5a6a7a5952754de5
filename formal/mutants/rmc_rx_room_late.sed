# rmc_stream_rx: room is high with a word too many
# rmc_stream_rx.v
s/DEPTH - ROOM - 2;/DEPTH - ROOM - 1;/
