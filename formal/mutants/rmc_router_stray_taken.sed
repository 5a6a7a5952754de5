# rmc_slot_router: a word that is taken counts as stray
# rmc_slot_router.v
s/strays <= checks \&\& !\(\|by\)/strays <= checks/
