# logp_port: an own message beside a reception is lost in silence
# logp_inbox.v
s/\(keeps && !fits\) \|\| \(own_valid && taken\)/keeps \&\& !fits/
