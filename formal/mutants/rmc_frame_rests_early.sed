# rmc_frames: words of flows that stay are on their way at a rest
# rmc_frame.v
s/ turns \? 4'd1 : \&quiet/ \&quiet/
