// SPDX-License-Identifier: Apache-2.0
// Serial line: receives frames and sends their replies.
`default_nettype none
module serial_frames #(
    parameter CLOCKS_PER_BIT = 104,
    parameter MOST           = 16    // largest payload, bytes
) (
    input  wire clk,
    input  wire rst,
    input  wire rx,
    output wire tx,

    output wire              frame,
    output wire [       7:0] sequence_number,
    output wire [       7:0] command,
    output wire [       7:0] length,
    output wire [8*MOST-1:0] payload,

    output wire        idle,
    input  wire        reply,  // while `idle`: replies to the last frame
    input  wire [ 7:0] code,
    input  wire [31:0] value
);
  generate
    if (CLOCKS_PER_BIT < 4) begin : g_illegal_clocks_per_bit
      serial_frames_CLOCKS_PER_BIT_must_be_at_least_4 illegal ();
    end
    if (MOST < 4 || MOST > 255) begin : g_illegal_most serial_frames_MOST_must_be_4_to_255 illegal (); end
  endgenerate

  wire byte_valid, send_valid, send_ready;
  wire [7:0] byte_in, byte_out;
  uart_receiver #(
      .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
  ) receiver (
      .clk(clk),
      .rst(rst),
      .line(rx),
      .valid(byte_valid),
      .data(byte_in)
  );
  frame_receiver #(
      .MOST(MOST)
  ) frames (
      .clk(clk),
      .rst(rst),
      .valid(byte_valid),
      .data(byte_in),
      .frame(frame),
      .sequence_number(sequence_number),
      .command(command),
      .length(length),
      .payload(payload)
  );
  reply_sender replies (
      .clk(clk),
      .rst(rst),
      .reply(reply),
      .sequence_number(sequence_number),
      .code(code),
      .value(value),
      .idle(idle),
      .valid(send_valid),
      .data(byte_out),
      .ready(send_ready)
  );
  uart_transmitter #(
      .CLOCKS_PER_BIT(CLOCKS_PER_BIT)
  ) transmitter (
      .clk(clk),
      .rst(rst),
      .valid(send_valid),
      .data(byte_out),
      .ready(send_ready),
      .line(tx)
  );
endmodule
`default_nettype wire
