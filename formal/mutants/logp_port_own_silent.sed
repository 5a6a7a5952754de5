# logp_port: an own message in the cycle of a reception is lost without a flag
# logp_inbox.v
s/\(keeps && !fits\) \|\| \(own_valid && taken\)/keeps \&\& !fits/
