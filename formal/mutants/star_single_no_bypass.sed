# star_single_rom: a message that arrives with its own departure is read from the store
# star_node_single.v
s/assign passes = enters && !full && enter_place == place;/assign passes = 1'b0;/
