# queue_3_3_2: the places wrap one too late
# queue.v
s/DEPTH\[PLACE_BITS-1:0\] - 1'b1/DEPTH[PLACE_BITS-1:0]/
