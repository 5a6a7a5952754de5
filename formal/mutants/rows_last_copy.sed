# slots_equal: a row leaves with its last message but one
# row_queue.v
s/wire remains = stays \|\| rest != NO_COPY;/wire remains = stays || (rest \& (rest - ONE_COPY)) != NO_COPY;/
