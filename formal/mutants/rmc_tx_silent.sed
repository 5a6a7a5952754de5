# rmc_stream_tx: a slot without a word is silent
# rmc_stream_tx.v
s/slot_used \&\& \(!leaves \|\| last\)/slot_used \&\& leaves \&\& last/
