# rmc_frames: frames rest while words of flows that stay are in transit
# rmc_frame.v
s/ turns \? 4'd1 : \&quiet/ \&quiet/
