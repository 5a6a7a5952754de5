# link_line_1: a message that finds no room sets no flag
# link_line.v
s/\.overflow\(raw_overflow\)/.overflow()/
