# store_single_rom: a send from a slot that was never filled raises no flag
# store_node_single.v
s/\.filled\(filled\)/.filled(1'b1)/
