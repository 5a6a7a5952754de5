# crossbar_rule: contention between two inputs raises no flag
# crossbar_matrix.v
s/conflict  = \|wrong \|\| \|several;/conflict  = |wrong;/
