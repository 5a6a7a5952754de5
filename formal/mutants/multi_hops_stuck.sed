# multi_rom: the hop counter counts cycles with a send, not sends
# fat_tree_statistics.v
s/\.events\(out_valid\)/.events({{(LINKS - 1) {1'b0}}, |out_valid})/
