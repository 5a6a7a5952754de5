# rmc_frames: a node counts on into slots after its frame
# rmc_slot_counter.v
s/else if \(wave\[3\]\) slot <= /else if (wave[3] \&\& check) slot <= /
