# rmc_slot_router: output j takes its own input for the next
# rmc_slot_mux.v
s/2 \* s < OWN \?/2 * s <= OWN ?/
