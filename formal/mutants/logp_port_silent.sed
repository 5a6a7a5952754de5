# logp_port_buffered: what is not there raises nothing
# logp_port.v
s/if \(sends && !holds\) underflow/if (issue \&\& !holds) underflow/
