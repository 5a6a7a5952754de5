# queue_4_1_1: all slots are used although the strap allows fewer
# queue.v
s/if \(filled != places\) begin/if (filled != DEPTH) begin/
