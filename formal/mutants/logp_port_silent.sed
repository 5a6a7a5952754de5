# logp_port_buffered: a send of a missing message raises no flag
# logp_port.v
s/if \(sends && !holds\) raw_underflow/if (issue \&\& !holds) raw_underflow/
