# multi_rom_links: an idle link pops too
# fat_tree_switch_multi.v
s/\.pops\(pops\)/.pops(|pops ? pops + 1 : pops)/
