# slots_equal: what is sent at once is read from its memory, where it is not yet
# fat_tree_rows.v
s/wire passes = .*/wire passes = 1'b0;/
