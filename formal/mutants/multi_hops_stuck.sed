# multi_rom: the hop counter counts cycles with a send, not sends
# fat_tree_statistics.v
s/sent = sent \+ 1'b1/sent = hops + 1'b1/
