# rmc_axi_lite: writes always come first
# rmc_axi_lite.v
s/ \&\& !\(s_axi_arvalid \&\& wrote\)//
