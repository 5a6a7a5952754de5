// SPDX-License-Identifier: Apache-2.0
// Sends replies: a5, 4, sequence, code, 4 bytes of value, CRC-16 of all bytes after a5. While a
// reply is sent, no other reply is accepted.
`default_nettype none
module reply_sender (
    input wire        clk,
    input wire        rst,
    input wire        reply,            // while `idle`: send this
    input wire [ 7:0] sequence_number,
    input wire [ 7:0] code,
    input wire [31:0] value,
    output wire       idle,

    output wire       valid,
    output wire [7:0] data,
    input  wire       ready
);
  localparam [3:0] BYTES = 4'd10, BEFORE_CRC = 4'd2;

  reg [3:0] left;  // bytes still to be sent
  reg [63:0] rest;  // next byte highest
  reg [15:0] crc;
  wire [15:0] crc_after;
  frame_crc check (
      .crc (crc),
      .data  (data),
      .next(crc_after)
  );
  assign idle  = left == 4'd0;
  assign valid = !idle;
  assign data  = left > BEFORE_CRC ? rest[63:56] : left == BEFORE_CRC ? crc[15:8] : crc[7:0];

  always @(posedge clk)
    if (rst) begin
      left <= 4'd0;
    end else if (idle) begin
      rest <= {8'ha5, 8'd4, sequence_number, code, value};
      if (reply) left <= BYTES;
    end else if (ready) begin
      left <= left - 4'd1;
      rest <= {rest[55:0], 8'd0};
      if (left == BYTES) crc <= 16'hffff;
      else if (left > BEFORE_CRC) crc <= crc_after;
    end
endmodule
`default_nettype wire
