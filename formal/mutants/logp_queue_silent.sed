# logp_queue: a message without a slot is lost silently
# logp_queue.v
s/end else overflow <= .*/end/
