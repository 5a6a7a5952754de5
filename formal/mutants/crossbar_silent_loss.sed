# crossbar_rom: a flit that no output selects raises no flag
# crossbar_matrix.v
s/\|\(in_valid & ~passes\)/|(in_valid \& several)/
