# benes_4: the lower line of a switch does not exchange
# benes_stage.v
s/settings\[i/i % (2 * SPAN) < SPAN \&\& &/
