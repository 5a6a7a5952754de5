# crossbar_equal_rule_8: in the simulated fabric three flits for one output raise no contention
# crossbar_model.v
s/several\[line\] = any\[line\]/several[line] = any[line] \&\& !several[line]/
