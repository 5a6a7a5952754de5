# credit_rule_pdr: the root's messages climb on
# fat_tree_switch_credit.v
s/!root && !from_parent/!from_parent/
