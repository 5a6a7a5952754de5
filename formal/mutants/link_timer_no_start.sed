# link_timer: the start of a packet is not announced
# link_timer.v
s/sends && first && start && has_start/sends \&\& first \&\& start \&\& has_start \&\& !held/
