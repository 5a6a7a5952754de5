# multi_rom: messages for the parent enter the first child's queue
# fat_tree_switch_multi.v
s/\.push_valid\(into\[b\*LINKS\+:LINKS\]\)/.push_valid(into[(b == 0 ? ARITY : b)*LINKS+:LINKS])/
