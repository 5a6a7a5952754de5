# logp_port_buffered: what is not there raises nothing
# logp_port.v
s/if \(sends && !holds\) raw_underflow/if (issue \&\& !holds) raw_underflow/
