# rmc_slot_router: only words that end a packet are missed
# rmc_slot_router.v
s/== 2'd0;/== 2'd1;/
