# cube_rows_3: the line above the last one is not the first
# cube_rows.v
s/if \(around >= modulus\)/if (around > modulus)/
