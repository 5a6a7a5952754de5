# slots_equal: a multicast that climbs is read from the slot of its row in `up`
# fat_tree_rows.v
s/left_also_down\[g\] \? \{1'b1, left_where\} : //
