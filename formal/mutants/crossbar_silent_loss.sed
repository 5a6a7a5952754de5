# crossbar_rom: a flit that no output selects raises nothing
# crossbar_matrix.v
s/\|\(in_valid & ~passes\)/|(in_valid \& several)/
