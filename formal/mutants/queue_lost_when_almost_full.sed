# queue_3_3_2: an arrival that finds one place left is dropped in silence
# queue.v
s/entries\[place\] <= push_data/if (filled != DEPTH - 1 || DEPTH == 1) &/
