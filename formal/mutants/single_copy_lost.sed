# single_rule: the last but one copy of a multicast takes the message away
# fat_tree_queues.v
s/wire last_copy = .*/wire last_copy = 1;/
