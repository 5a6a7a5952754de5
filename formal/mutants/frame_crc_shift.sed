# frame_crc: a term of the polynomial is one position too low
# frame_crc.v
s/3'd0, fed, 5'd0/4'd0, fed, 4'd0/
