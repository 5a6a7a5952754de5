# combining_single: what is on the link is what the processor supplied a cycle later
# combining_node.v
s/if \(\|issue\) out_data/if (!(|issue)) out_data/
