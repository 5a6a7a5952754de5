# credit_rule_pdr: sends to the parent without credit
# fat_tree_switch_credit.v
s/children, one \|/children, UP | one |/
