# crossbar_rom: a flit that no output selects raises nothing
# crossbar.v
s/assign conflict = wrong \|\| .*/assign conflict = wrong;/
