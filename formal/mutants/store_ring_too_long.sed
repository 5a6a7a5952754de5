# store_multi_ring: a ring has a slot more than its strap says
# store_node_multi.v
s/count == last_place \?/count == last_place + 1'b1 ?/
