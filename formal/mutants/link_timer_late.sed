# link_timer: a start-up is one cycle too long
# link_timer.v
s/start \? opening/start \&\& has_start ? opening + 17'd1/
