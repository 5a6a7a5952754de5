# queue_4_3_2: the newest head instead of the oldest
# queue.v
s/behind_first\(first, g\)/behind_first(first, POPS - 1 - g)/
