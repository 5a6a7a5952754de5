# queue_4_1_1: the high-water mark misses the full queue
# queue.v
s/if \(filled > high\)/if (filled > high \&\& filled != DEPTH)/
