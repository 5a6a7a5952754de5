# rmc_frames: a node changes its bank when the controller does
# rmc_slot_counter.v
s/\{bank, inject, stay, check\} <= wave\[3:0\];/{bank, inject, stay, check} <= {bank, wave[2:0]};/
