# rmc_axi_lite: an access begins while an answer waits
# rmc_axi_lite.v
s/ \&\& !s_axi_rvalid \&\& !rst/ \&\& !rst/
