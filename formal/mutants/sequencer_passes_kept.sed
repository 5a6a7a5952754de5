# sequencer_8: the pass count of a loop survives its end
# sequencer.v
s/again \? passes \+ 10'd1 : 10'd0/passes + 10'd1/
