# benes_4: valid keeps its line and leaves its flit alone
# benes.v
s/out_valid\[g\] = active && .*;/out_valid[g] = active \&\& in_valid[g];/
