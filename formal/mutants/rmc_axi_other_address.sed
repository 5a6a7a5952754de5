# rmc_axi_lite: a write uses the address of a read
# rmc_axi_lite.v
s/takes_write \? s_axi_awaddr/wrote ? s_axi_awaddr/
