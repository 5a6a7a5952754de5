# rmc_frames: flows that stay are injected while the fabric stops
# rmc_frame.v
s/next_stays = next_injects \|\| \(holds \&\& stays \&\& run/next_stays = next_injects || (holds \&\& stays/
