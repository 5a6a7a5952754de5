# rmc_stream_tx: a word leaves in a slot that is not open
# rmc_stream_tx.v
s/dest == flow \&\& slot_open/dest == flow \&\& slot_used/
