# rmc_slot_router: the higher pair of sources is swapped
# rmc_slot_mux.v
s/chosen \& odd\) \| \(~g_stage\[s-1\]\.chosen \& even\)/chosen \& even) | (~g_stage[s-1].chosen \& odd)/
