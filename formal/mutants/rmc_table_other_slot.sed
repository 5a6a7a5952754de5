# rmc_slot_table: the banks share the last slots
# rmc_slot_table.v
s/words\[\{bank, slot\}\]/words[{bank \&\& !(\&slot), slot}]/
