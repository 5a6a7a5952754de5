# queue_4_1_1: a refused arrival raises no flag
# queue.v
s/end else overflow <= 1'b1;/end/
