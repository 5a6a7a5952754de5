# crossbar_rom: a flit that two outputs select comes out of both
# crossbar_matrix.v
s/in_valid & any & ~several;/in_valid \& any;/
