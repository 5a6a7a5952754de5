# credit_rule: of two messages the newer one leaves first
# fat_tree_switch_credit.v
s/\(older\[i\] \? slot_1/(older[i] ^ full[i] ? slot_1/
