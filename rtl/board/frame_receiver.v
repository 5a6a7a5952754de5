// SPDX-License-Identifier: Apache-2.0
// Finds frames in a stream of bytes:
//   a5, length, sequence, command, `length` bytes of payload, CRC-16 of fields length to payload
// Numbers have their highest byte first. Damaged frames, and bytes between frames, are skipped.
`default_nettype none
module frame_receiver #(
    parameter MOST = 16  // 4..255; a frame whose payload has not 4..MOST bytes is skipped
) (
    input wire       clk,
    input wire       rst,
    input wire       valid,
    input wire [7:0] data,

    output reg               frame,     // for one clock: the outputs below hold a whole frame
    output reg [        7:0] sequence_number,
    output reg [        7:0] command,
    output reg [        7:0] length,
    output reg [8*MOST-1:0] payload    // last byte lowest
);
  localparam [7:0] SYNC = 8'ha5;
  localparam [2:0] HUNT = 3'd0, LENGTH = 3'd1, SEQUENCE = 3'd2, COMMAND = 3'd3, PAYLOAD = 3'd4,
      CRC_HIGH = 3'd5, CRC_LOW = 3'd6;

  generate
    if (MOST < 4 || MOST > 255) begin : g_illegal_most frame_receiver_MOST_must_be_4_to_255 illegal (); end
  endgenerate

  reg [2:0] state;
  reg [7:0] left;
  reg [15:0] crc;
  wire [15:0] crc_after;
  frame_crc check (
      .crc (crc),
      .data  (data),
      .next(crc_after)
  );

  always @(posedge clk) begin
    frame <= 1'b0;
    if (rst) begin
      state <= HUNT;
    end else if (valid) begin
      crc <= state == HUNT ? 16'hffff : crc_after;
      case (state)
        HUNT: if (data == SYNC) state <= LENGTH;
        LENGTH: begin
          length <= data;
          left   <= data;
          state  <= data >= 8'd4 && data <= MOST[7:0] ? SEQUENCE : HUNT;
        end
        SEQUENCE: begin
          sequence_number <= data;
          state <= COMMAND;
        end
        COMMAND: begin
          command <= data;
          state   <= PAYLOAD;
        end
        PAYLOAD: begin
          payload <= {payload[8*MOST-9:0], data};
          left <= left - 8'd1;
          if (left == 8'd1) state <= CRC_HIGH;
        end
        CRC_HIGH: state <= CRC_LOW;
        default: begin
          frame <= crc_after == 16'd0;
          state <= HUNT;
        end
      endcase
    end
  end
endmodule
`default_nettype wire
