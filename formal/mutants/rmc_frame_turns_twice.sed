# rmc_frames: a COMMIT stays and changes banks in every frame
# rmc_frame.v
s/\(pending \&\& !\(boundary \&\& turns\)\)/pending/
