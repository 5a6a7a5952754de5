# store_single_rom: a message for the own processor stays in the store
# store_arrival.v
s/COPIES != 0 \|\| !at_home/1'b1/
