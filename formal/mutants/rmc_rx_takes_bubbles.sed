# rmc_stream_rx: a bubble counts as a word
# rmc_stream_rx.v
s/came = in_word\[WIDTH\+2\]/came = |in_word[WIDTH+2:WIDTH+1]/
