# link_line_3: a message may come a cycle early
# link_line.v
s/busy <= spacing - 16'd1/busy <= spacing == 16'd1 ? 16'd0 : spacing - 16'd2/
