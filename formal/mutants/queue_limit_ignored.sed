# queue_4_1_1: all places are used, whatever the strap says
# queue.v
s/if \(filled != places\) begin/if (filled != DEPTH) begin/
