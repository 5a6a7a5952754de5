# logp_queue: the oldest is taken, whatever is wanted
# logp_queue.v
s/wants && !found/1'b0 \&\& !found/
