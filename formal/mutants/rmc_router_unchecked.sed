# rmc_slot_router: flags rise in unchecked frames
# rmc_slot_router.v
s/\{checks_1, check\};/{checks_1, 1'b1};/
