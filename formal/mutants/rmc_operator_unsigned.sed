# rmc_operator_signed: two negative numbers compare as unsigned
# rmc_operator.v
s/less = \(left \^ FLIP\) < \(right \^ FLIP\)/less = left < right/
