# multi_rom: messages for the parent enter the first child's queue
# fat_tree_switch_multi.v
s/push_valid\[g\] = into\[g\*BRANCHES\+b\]/push_valid[g] = into[g*BRANCHES+(b == 0 ? ARITY : b)]/
