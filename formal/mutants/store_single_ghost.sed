# store_single_rom: a slot that was never filled is sent in silence
# store_node_single.v
s/\.filled\(filled\)/.filled(1'b1)/
