# star_cyclic_2: an arrival in the cycle before a step comes too late for it
# star_cyclic.v
s/stepping \|\| \|waiting\)/stepping || |some)/
