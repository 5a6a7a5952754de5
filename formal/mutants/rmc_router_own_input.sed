# rmc_slot_router: output j skips input j + 1
# rmc_slot_router.v
s/i >= j \? i \+ 1/i > j ? i + 1/
