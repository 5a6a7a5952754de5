# credit_rule_pdr: a credit that comes with a send is forgotten
# fat_tree_switch_credit.v
s/credit_two \| in_credit;/credit_two | (in_credit \& ~out_valid);/
