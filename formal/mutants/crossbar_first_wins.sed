# crossbar_rule_inputs: of two inputs that want one output the first passes
# crossbar_decoder.v
s/valid\[line\] = 1'b0;//
