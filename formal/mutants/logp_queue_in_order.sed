# logp_queue: the oldest message is taken although another one is wanted
# logp_queue.v
s/wants && !found/1'b0 \&\& !found/
