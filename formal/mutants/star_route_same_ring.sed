# star_route_3: crosses to a symbol of the first position's own cycle
# star_route.v
s/ && !\(away\[0\] && ring\[i\]\)//
