# sequencer_8: RUN holds its control word one cycle too long
# sequencer.v
s/held == argument/held == argument + 1/
