# crossbar_rule: contention between two inputs raises nothing
# crossbar_matrix.v
s/conflict  = \|wrong \|\| \|several;/conflict  = |wrong;/
