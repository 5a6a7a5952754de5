# rmc_stream_tx: a word leaves in a slot of another flow
# rmc_stream_tx.v
s/shown \&\& dest == flow \&\& slot_open/shown \&\& slot_open/
