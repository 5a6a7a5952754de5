# store_single_rom: with swap, an arrival overwrites the slot after the own messages
# store_node_single.v
s/enter_place = exchange \? sent_place :/enter_place = exchange \&\& count == 0 ? sent_place :/
