# link_timer: the start of a packet directly after another one is not announced
# link_timer.v
s/sends && first && start && has_start/sends \&\& first \&\& start \&\& has_start \&\& !held/
