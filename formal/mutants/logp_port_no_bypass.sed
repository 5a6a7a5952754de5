# logp_port: what comes cannot be sent in the next cycle
# logp_port.v
s/\(has\[wanted\] .*\);/has[wanted];/
