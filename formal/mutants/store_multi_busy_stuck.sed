# store_multi_rom: two busy links count as one
# store_statistics.v
s/\.events\(held\)/.events({{(LANES - 1) {1'b0}}, |held})/
