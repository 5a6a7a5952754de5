# store_multi_ring: an arrival overwrites a message that has not gone
# store_node_multi.v
s/assign full\[b\] = beyond \|\| taken\[into\[SLOT_BITS-1:0\]\]/assign full[b] = 1'b0/
