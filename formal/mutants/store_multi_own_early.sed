# store_multi_rom: an own message that comes in the cycle of its send leaves as zeros
# store_node_multi.v
s/\{1'b0, enters\[PORTS-1:0\] & ~full\[PORTS-1:0\]\}/enters \& ~full/
