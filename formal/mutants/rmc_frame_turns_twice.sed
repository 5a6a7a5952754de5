# rmc_frames: a COMMIT stays pending and changes the bank at every frame
# rmc_frame.v
s/\(pending \&\& !\(boundary \&\& turns\)\)/pending/
