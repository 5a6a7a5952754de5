# rmc_slot_router: the higher pair of sources is swapped
# rmc_slot_mux.v
s/taken \& odd\) \| \(~g_stage\[s-1\]\.taken \& even\)/taken \& even) | (~g_stage[s-1].taken \& odd)/
