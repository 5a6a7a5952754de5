# slots_equal: a full queue accepts nothing for the slot that its pop frees
# row_queue.v
s/if \(pops\) open = .*//
