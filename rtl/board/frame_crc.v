// SPDX-License-Identifier: Apache-2.0
// Adds a byte to a CRC-16 (x^16 + x^12 + x^5 + 1, highest bit first). The CRC of all bytes of a
// frame after its first byte, hexadecimal a5, is 0; these bytes include the frame's own CRC.
`default_nettype none
module frame_crc (
    input  wire [15:0] crc,
    input  wire [ 7:0] data,
    output wire [15:0] next
);
  // The CRC's eight steps, one per bit of `data`, are combined into one expression.
  wire [7:0] byte_in = crc[15:8] ^ data;
  wire [7:0] fed = byte_in ^ {4'd0, byte_in[7:4]};
  assign next = {crc[7:0], 8'd0} ^ {fed[3:0], 12'd0} ^ {3'd0, fed, 5'd0} ^ {8'd0, fed};
endmodule
`default_nettype wire
