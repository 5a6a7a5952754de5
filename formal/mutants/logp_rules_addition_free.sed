# logp_rules: an addition may meet an overhead
# logp_rules.v
s/\(sending \|\| receiving \|\| add\)/(sending || receiving)/
