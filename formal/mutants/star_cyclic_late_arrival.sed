# star_cyclic_2: a message that arrives during a step still takes part in it
# star_cyclic.v
s/stop_now = stepping \? stop : tail/stop_now = tail/
