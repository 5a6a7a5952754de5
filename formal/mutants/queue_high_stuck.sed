# queue_4_1_1: the high-water mark misses the full queue
# queue.v
s/assign high = count > high_before/assign high = count > high_before \&\& count != DEPTH/
