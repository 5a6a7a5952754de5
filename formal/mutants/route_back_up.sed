# route_parent: a message from the parent may climb again
# tree_route.v
s/!is_root \&\& FROM != ARITY/!is_root/
