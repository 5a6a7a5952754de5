# rmc_frames: on demand the first frame by a bank injects, as the other bank was ready
# rmc_frame.v
s/ \&\& !turns \&\& stale/ \&\& stale/
