# credit_rule: an arriving message overwrites the one that waits
# fat_tree_switch_credit.v
s/older \^ \(some \& ~full\)/older/
