# queue_4_3_2: the newest head instead of the oldest
# queue.v
s/first\} \+ i;/first} + (POPS - 1 - i);/
s/i == 0 \? first : place/place/
