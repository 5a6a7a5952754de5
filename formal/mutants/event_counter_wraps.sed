# store_single_rom: counters wrap after their highest value
# event_counter.v
s/\|sum\[SUM_BITS-1:TIME_BITS\] \? \{TIME_BITS\{1'b1\}\} : //
