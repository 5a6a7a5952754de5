# rmc_slot_router: a silent input leaves as silence
# rmc_slot_mux.v
s/selects \&\& \(last \|\| !valid\)/selects \&\& last/
