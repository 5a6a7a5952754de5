# rmc_frames: a frame has a slot too many
# rmc_frame.v
s/left <= period - 1'b1;/left <= period;/
