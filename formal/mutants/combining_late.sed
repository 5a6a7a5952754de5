# combining_multi: a value that arrives after it has left raises no flag
# combining_node.v
s/if \(in_valid\[i\] && sent/if (1'b0 \&\& sent/
