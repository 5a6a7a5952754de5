# cube_rows_2: the step keeps growing in the second pass
# cube_rows.v
s/weight <= phase == last \? STEP : weight/weight <= weight/
