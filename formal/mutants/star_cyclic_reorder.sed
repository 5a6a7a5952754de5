# star_cyclic_2: the queues are served in falling order
# star_cyclic.v
s/i\[PORT_BITS-1:0\] > from/i[PORT_BITS-1:0] < from/
