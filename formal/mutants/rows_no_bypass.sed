# slots_equal: a message that is sent in the clock after its arrival is read from its memory
# fat_tree_rows.v
s/wire passes = .*/wire passes = 1'b0;/
