# crossbar_rule_model: an output that two inputs want passes a flit
# crossbar_model.v
s/out_valid = any & ~several;/out_valid = any;/
