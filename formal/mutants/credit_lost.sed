# credit_rule_pdr: a credit that comes with a send is forgotten
# fat_tree_switch_credit.v
s/one = (.*)\| in_credit;/one = \1| (in_credit \& ~out_valid);/
