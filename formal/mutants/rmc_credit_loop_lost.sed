# rmc_credit_loop_far: a credit is never taken back
# rmc_grants.v
s/if \(write\) grants/if (write \&\& write_credit) grants/
