# star_route_3: always begins at the first dimension
# star_next_port.v
s/i\[PORT_BITS-1:0\] > behind/i >= 0/
