# sequencer_8: the pass count of a loop survives its end
# sequencer.v
s/again \? passes \+ 1'b1 : \{PASS_BITS\{1'b0\}\}/passes + 1'b1/
