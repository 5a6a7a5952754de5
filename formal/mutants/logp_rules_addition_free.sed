# logp_rules: an addition during an overhead raises no flag
# logp_rules.v
s/\(sending \|\| receiving \|\| add\)/(sending || receiving)/
