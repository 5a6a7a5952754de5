# logp_port: the line of a send that waits for its overhead is not kept
# logp_outbox.v
s/instant \? line : sent_line/line/
