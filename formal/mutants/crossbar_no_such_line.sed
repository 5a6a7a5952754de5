# crossbar_rule_3: a flit for a line that does not exist raises no flag
# crossbar_decoder.v
s/assign wrong = valid &&/assign wrong = valid \&\& LINES == 1 \&\&/
