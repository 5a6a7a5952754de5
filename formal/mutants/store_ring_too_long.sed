# store_multi_ring: a ring has a place more than it is told
# store_node_multi.v
s/count == last_place \?/count == last_place + 1'b1 ?/
