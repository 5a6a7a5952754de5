# crossbar_equal_rule_8: the simulated fabric takes what three lines send to one as meant for it
# crossbar_model.v
s/several\[line\] = any\[line\]/several[line] = any[line] \&\& !several[line]/
