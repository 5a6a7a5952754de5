# single_rom: a message sent back to the parent vanishes with no flag
# fat_tree_switch_single.v
s/ \|\| \(g == ARITY \&\& mask\[ARITY\]\)//
