# registered_multi: an idle output repeats the input of its cycle
# fat_tree_switch_multi.v
s/assign out_data\[LINK\*WIDTH\+:WIDTH\] = heads\[g\*ENTRY\+:WIDTH\]/& | (count == 0 ? in_data[0+:WIDTH] : 0)/
