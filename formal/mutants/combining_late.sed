# combining_multi: a value that comes when it has left is taken in silence
# combining_node.v
s/if \(in_valid\[i\] && sent/if (1'b0 \&\& sent/
