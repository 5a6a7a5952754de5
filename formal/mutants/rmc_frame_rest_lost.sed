# rmc_frames: a node runs into slots after its frame
# rmc_slot_counter.v
s/else if \(wave\[3\]\) slot <= /else if (wave[3] \&\& check) slot <= /
