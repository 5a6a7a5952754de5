# credit_rule: a message that arrives where one waits is put upon it
# fat_tree_switch_credit.v
s/older \^ \(some \& ~full\)/older/
