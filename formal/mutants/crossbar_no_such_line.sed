# crossbar_rule_3: a flit for a line that is not there raises nothing
# crossbar_decoder.v
s/assign wrong = valid &&/assign wrong = valid \&\& LINES == 1 \&\&/
