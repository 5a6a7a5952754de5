# link_line_3: a message leaves a cycle late
# link_line.v
s/now \+ delay\)/now + delay + 17'd1)/
