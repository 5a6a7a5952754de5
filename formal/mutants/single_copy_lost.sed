# single_rule: the first copy of a multicast to children takes the message away
# fat_tree_queues.v
s/wire last_copy = .*/wire last_copy = 1;/
