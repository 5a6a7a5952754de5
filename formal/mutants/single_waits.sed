# single_rule: the rule sends upwards only if nothing waits for the children
# fat_tree_switch_single.v
s/assign send_up   = /&down_count == 0 \&\& /
