# logp_port: the line of a send that waits for its overhead is not kept
# logp_port.v
s/instant \? issue_line : sent_line/issue_line/
