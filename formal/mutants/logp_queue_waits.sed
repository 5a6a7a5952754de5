# logp_queue: an arriving message waits for a cycle
# logp_queue.v
s/wire \[ALL-1:0\] waits = .*/wire [ALL-1:0] waits = {{LANES{1'b0}}, held};/
