# single_rule: the rule does not send upwards while something waits below
# fat_tree_switch_single.v
s/assign send_up   = /&down_count == 0 \&\& /
