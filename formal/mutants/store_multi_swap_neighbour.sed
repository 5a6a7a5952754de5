# store_multi_rom: with swap, an arrival goes to the place of another port's message
# store_node_multi.v
s/swap_q && valid_q\[b\]/swap_q \&\& |valid_q/
