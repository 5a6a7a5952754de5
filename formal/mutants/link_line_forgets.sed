# link_line_3: the flag shows the last message only
# link_line.v
s/else if \(in_valid && \|busy\) raw_early <= 1'b1/else raw_early <= in_valid \&\& |busy/
