# rmc_frames: flows stay although COMMIT does not let them
# rmc_frame.v
s/holds \&\& stays \&\& run/holds \&\& run/
