# store_single_rom: an own message in the cycle of an arrival is lost without a flag
# store_node_single.v
s/\(enters && full\) \|\| \(local_valid && arrives\)/enters \&\& full/
