# credit_rule_pdr: sends to the parent without credit
# fat_tree_switch_credit.v
s/wire \[PORTS-1:0\] ready = credit_one \| \{1.b0/wire [PORTS-1:0] ready = credit_one | {1'b1/
