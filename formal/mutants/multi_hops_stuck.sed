# multi_rom: the hop counter counts cycles with a send, not sends
# fat_tree_frame.v
s/\.events\(sent\)/.events({{(LINKS - 1) {1'b0}}, |sent})/
