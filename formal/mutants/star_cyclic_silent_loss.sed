# star_cyclic_2: a full queue takes one more message
# star_cyclic.v
s/assign refused = .*/assign refused = 1'b0;/
