# credit_rule: of two messages the newer one leaves first
# fat_tree_switch_credit.v
s/full\[i\] \? second/!full[i] ? second/
