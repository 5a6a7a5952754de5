# cube_rows_2: receivers below the sender count themselves among the senders
# cube_rows.v
s/own\} - 1'b1;/own};/
