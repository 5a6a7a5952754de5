// SPDX-License-Identifier: Apache-2.0
// Serial transmitter: 8 data bits, no parity, 1 stop bit.
`default_nettype none
module uart_transmitter #(
    parameter CLOCKS_PER_BIT = 104  // 4 or more
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       valid,  // while `ready`: send this byte
    input  wire [7:0] data,
    output wire       ready,
    output wire       line
);
  localparam COUNT_BITS = $clog2(CLOCKS_PER_BIT);
  localparam [31:0] LAST = CLOCKS_PER_BIT - 1;

  generate
    if (CLOCKS_PER_BIT < 4) begin : g_illegal_clocks_per_bit
      uart_transmitter_CLOCKS_PER_BIT_must_be_at_least_4 illegal ();
    end
  endgenerate

  // `shift` holds inverted bits, so that its value at power-up, 0, makes the line idle (1).
  reg [8:0] shift = 9'd0;  // bit 0 is on the line
  reg [COUNT_BITS-1:0] count = {COUNT_BITS{1'b0}};
  reg [3:0] bits = 4'd0;  // bits to be sent, the one on the line included
  assign ready = bits == 4'd0;
  assign line  = !shift[0];

  always @(posedge clk)
    if (rst) begin
      shift <= 9'd0;
      bits  <= 4'd0;
      count <= {COUNT_BITS{1'b0}};
    end else if (ready) begin
      if (valid) begin
        shift <= {~data, 1'b1};
        bits  <= 4'd10;
      end
    end else if (count != LAST[COUNT_BITS-1:0]) begin
      count <= count + 1'b1;
    end else begin
      count <= {COUNT_BITS{1'b0}};
      shift <= {1'b0, shift[8:1]};
      bits  <= bits - 4'd1;
    end
endmodule
`default_nettype wire
