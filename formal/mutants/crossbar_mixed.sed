# crossbar_rom: an output passes the flits of all inputs
# crossbar_column.v
s/\|\(closed & bits\)/|bits/
