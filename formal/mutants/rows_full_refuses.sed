# slots_equal: a full queue takes nothing for the place that its pop frees
# row_queue.v
s/if \(pops\) open = .*//
