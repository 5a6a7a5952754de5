# receive_guard: a packet directly after another one is taken for a clash
# receive_guard.v
s/now < earliest \|\|/now <= earliest ||/
