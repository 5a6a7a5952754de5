# logp_queue: a message without a place is lost silently
# logp_queue.v
s/end else overflow <= .*/end/
