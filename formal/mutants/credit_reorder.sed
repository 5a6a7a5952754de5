# credit_rule: the newer of two messages leaves first
# fat_tree_switch_credit.v
s/\(older\[i\] \? slot_1/(older[i] ^ full[i] ? slot_1/
