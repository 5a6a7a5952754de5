# star_route_3: begins at the first dimension, whatever the message came by
# star_route.v
s/i\[PORT_BITS-1:0\] > from/i >= 0/
