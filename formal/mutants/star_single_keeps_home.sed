# star_single_rom: a message for the own processor stays in the store
# star_node_single.v
s/\(arrives && \(everybody \|\| !at_home\)\)/arrives/
