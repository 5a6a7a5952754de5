# logp_port: a message can be sent on during its overhead
# logp_inbox.v
s/wire now = .*/wire now = 1'b1;/
