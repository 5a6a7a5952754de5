# rmc_wishbone: a request that was given up is acknowledged
# rmc_wishbone.v
s/asks \&\& !given_up/asks/
