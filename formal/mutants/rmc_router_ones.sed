# rmc_slot_router: code 1 sends ones
# rmc_slot_mux.v
s/\{selects \&\& valid,/{valid,/
