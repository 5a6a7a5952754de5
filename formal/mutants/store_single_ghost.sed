# store_single_rom: a place that was never filled is sent in silence
# store_node_single.v
s/if \(\(hop && !filled\) \|\| missing\)/if (missing)/; s/hop && filled \? port_bit/hop ? port_bit/
