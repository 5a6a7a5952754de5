# crossbar_rule: contention between two inputs raises nothing
# crossbar_decoder.v
s/if \(several\) begin/&\n            if (o > LINES)/
