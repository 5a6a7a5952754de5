# star_cyclic_2: the queues are served in falling order
# star_next_port.v
s/i\[PORT_BITS-1:0\] > behind/i[PORT_BITS-1:0] < behind/
