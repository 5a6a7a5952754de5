# queue_4_3_2: the newest head instead of the oldest
# queue.v
s/i == 0 \? first : behind_first\(first, places, i\)/behind_first(first, places, POPS - 1 - i)/
