# rmc_operator_signed: signed numbers compare as unsigned ones
# rmc_operator.v
s/less = \(left \^ FLIP\) < \(right \^ FLIP\)/less = left < right/
