# queue_3_3_2_by_lane: a full queue accepts nothing into the slots that its pops free
# queue.v
s/pops\} \&\& filled != \{COUNT_BITS\{1'b0\}\}\)/pops} \&\& filled == 0)/
