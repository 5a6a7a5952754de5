# rmc_frames: the first frame by a bank is checked
# rmc_frame.v
s/checks = !fresh \&\& warm/checks = warm/
