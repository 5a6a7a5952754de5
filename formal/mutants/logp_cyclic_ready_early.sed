# logp_cyclic: the program is called ready while residues are still being reduced
# logp_cyclic.v
s/state <= last \? DONE : BEGIN;/begin state <= last ? DONE : BEGIN; ready <= 1'b1; end/
