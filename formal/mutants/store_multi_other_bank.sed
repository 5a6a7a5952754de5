# store_multi_rom: the link shows the bank of the next message, not of the present one
# store_node_multi.v
s/of_banks\(data, bank_q\)/of_banks(data, bank)/
