# route_child: flooding returns a message to its sender
# tree_route.v
s/2'd1: mask\[child\] = FROM != child/2'd1: mask[child] = 1'b1/
