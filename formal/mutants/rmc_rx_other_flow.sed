# rmc_stream_rx: a word leaves with its credit bit as its last bit
# rmc_stream_rx.v
s/entry = \{flow, in_word\[WIDTH\+1\]/entry = {flow, in_word[WIDTH]/
