# rmc_slot_router: an output without a register
# rmc_slot_router.v
s/always @\(posedge clk\) out_word <= next_word;/always @* out_word = next_word;/
