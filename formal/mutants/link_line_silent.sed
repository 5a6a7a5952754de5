# link_line_1: a message that finds no free slot sets no flag
# link_line.v
s/\.overflow\(raw_overflow\)/.overflow()/
