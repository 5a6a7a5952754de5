# registered_multi: an idle output repeats the input of its cycle
# fat_tree_switch_multi.v
s/assign out_valid\[LINK\] = .*/assign out_valid[LINK] = g[POP_BITS-1:0] < sent || (count == 0 \&\& in_valid[0]);/
