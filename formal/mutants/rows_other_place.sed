# slots_equal: a multicast that climbs is looked for where the row of `up` is
# fat_tree_rows.v
s/left_also_down\[g\] \? \{1'b1, left_where\} : //
