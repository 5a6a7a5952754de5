# rmc_axi_lite: a write of a byte reaches the bus
# rmc_axi_lite.v
s/\(takes_write \&\& whole\)/takes_write/
