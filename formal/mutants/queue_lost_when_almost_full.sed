# queue_3_3_2: an arrival that finds one place left is dropped in silence
# queue.v
s/if \(BY_LANE == 0\)/if (filled != places - 1 || DEPTH == 1)/
