# queue_3_3_2: the slots wrap one too late
# queue.v
s/places\[PLACE_BITS-1:0\] - 1'b1/places[PLACE_BITS-1:0]/
