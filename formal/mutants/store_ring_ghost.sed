# store_multi_ring: a slot stays taken when its message goes
# store_node_multi.v
s/if \(read\[i\]\) taken/if (1'b0) taken/
