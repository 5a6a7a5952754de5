# rmc_slot_table: a write enters the bank that runs
# rmc_slot_table.v
s/words\[\{!bank, write_slot\}\]/words[{bank, write_slot}]/
