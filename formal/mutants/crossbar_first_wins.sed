# crossbar_rule_model: of two inputs that want one output the first passes
# crossbar_model.v
s/out_valid = any & ~several;/out_valid = any;/
