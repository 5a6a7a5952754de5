# combining_single: the data register of the link is loaded in cycles without an issue
# combining_node.v
s/if \(\|issue\) out_data/if (!(|issue)) out_data/
