# logp_rules: a distance of exactly the gap raises the flag
# logp_rules.v
s/spacing - 1.b1;/spacing;/
