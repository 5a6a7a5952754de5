# credit_rom: a word with two sources raises no flag
# fat_tree_switch_credit.v
s/assign impossible = \|source.*/assign impossible = |source \&\& !one_destination;/
