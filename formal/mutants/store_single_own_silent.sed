# store_single_rom: an own message beside an arrival is lost in silence
# store_node_single.v
s/\(enters && full\) \|\| \(local_valid && arrives\)/enters \&\& full/
