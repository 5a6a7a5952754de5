# rmc_frames: on demand a frame injects before `ready` depends on it
# rmc_frame.v
s/if \(injects \|\| turns\) stale/if (turns) stale/
