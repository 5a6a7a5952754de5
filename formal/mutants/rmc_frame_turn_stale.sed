# rmc_frames: on demand a frame injects before `ready` depends on its bank
# rmc_frame.v
s/if \(injects \|\| turns\) stale/if (injects) stale/
