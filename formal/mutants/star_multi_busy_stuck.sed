# star_multi_rom: two busy links count as one
# star_statistics.v
s/busy <= plus\(busy, held\)/busy <= busy + 1'b1/
