# crossbar_rom: an output passes the flits of all inputs
# crossbar_column.v
s/\(\{WIDTH\{lines\[i\]\}\} & (.*)\);/\1;/
