# star_route_3: begins at the first dimension, whatever the message came by
# star_next_port.v
s/i\[PORT_BITS-1:0\] > behind/i >= 0/
