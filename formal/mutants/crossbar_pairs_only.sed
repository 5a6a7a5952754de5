# crossbar_rule: contention is seen between the lines of a pair only
# crossbar_count.v
s/\(some\[i\] && some\[i\+span\]\)/(span == 1 \&\& &)/
