# rmc_frames: flows change while words are in transit
# rmc_frame.v
s/holds = pending \&\& drains \&\& !empty/holds = 1'b0/
