# rmc_stream_rx: `room` is high with one word too many in the queue
# rmc_stream_rx.v
s/DEPTH - ROOM - 2;/DEPTH - ROOM - 1;/
