# queue_3_3_2: an arrival that finds one free slot is dropped without a flag
# queue.v
s/if \(BY_LANE == 0\)/if (filled != places - 1 || DEPTH == 1)/
