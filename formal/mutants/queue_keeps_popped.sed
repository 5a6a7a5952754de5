# queue_4_3_2: a pop of two entries removes one
# queue.v
s/if \(i < \{\{\(32/if (i < 1 \&\& i < {{(32/
