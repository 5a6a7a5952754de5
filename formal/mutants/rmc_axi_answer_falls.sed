# rmc_axi_lite: an answer does not wait
# rmc_axi_lite.v
s/if \(s_axi_bready \&\& s_axi_bvalid\)/if (s_axi_bvalid)/
