# rmc_wishbone: a write of a byte is acknowledged
# rmc_wishbone.v
s/wb_sel == 4'hf \|\| !wb_we/1'b1/
