# rmc_frames: a frame has the period of the other bank
# rmc_frame.v
s/period = next_bank \?/period = bank ?/
