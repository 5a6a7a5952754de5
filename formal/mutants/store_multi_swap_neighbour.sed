# store_multi_rom: with swap, an arrival goes to the slot of another port's message
# store_node_multi.v
s/swap_q && out_valid\[b\]/swap_q \&\& |out_valid/
