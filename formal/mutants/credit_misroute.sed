# credit_rule_pdr: the root sends messages to a parent
# fat_tree_switch_credit.v
s/!root && !from_parent/!from_parent/
