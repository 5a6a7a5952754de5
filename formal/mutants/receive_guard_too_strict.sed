# receive_guard: a packet right behind another one is taken for a clash
# receive_guard.v
s/now < earliest \|\|/now <= earliest ||/
