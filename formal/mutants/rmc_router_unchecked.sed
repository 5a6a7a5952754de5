# rmc_slot_router: flags rise in unchecked frames
# rmc_slot_router.v
s/checks <= check;/checks <= 1;/
