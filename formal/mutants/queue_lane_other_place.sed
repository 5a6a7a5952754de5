# queue_3_3_2_by_lane: a lane writes to the slot of its neighbour
# queue.v
s/entries\[at\[g\*PLACE_BITS\+:PLACE_BITS\]\]/entries[at[g\/2*PLACE_BITS+:PLACE_BITS]]/
