# rmc_wishbone: a request begins again while it is acknowledged
# rmc_wishbone.v
s/ \&\& !wb_ack \&\& !wb_err;/;/
