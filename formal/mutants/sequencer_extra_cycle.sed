# sequencer_8: RUN holds its control word one cycle too long
# sequencer.v
s/held == run_length/held == run_length + 1/
