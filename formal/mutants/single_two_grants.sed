# single_rom: the down queue sends although the up queue does
# fat_tree_queues.v
s/send_down \&\& !up_goes \&\& down_count/send_down \&\& down_count/
