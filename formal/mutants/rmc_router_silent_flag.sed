# rmc_slot_router: the flag for silent inputs rises for bubbles instead
# rmc_slot_router.v
s/== 2'd0;/== 2'd1;/
