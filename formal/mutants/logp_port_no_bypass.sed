# logp_port: an arriving message cannot be sent in the next cycle
# logp_inbox.v
s/\(has\[wanted_place\] .*\);/has[wanted_place];/
