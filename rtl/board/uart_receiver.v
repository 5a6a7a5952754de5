// SPDX-License-Identifier: Apache-2.0
// Serial receiver: 8 data bits, no parity, 1 stop bit. A byte whose stop bit is missing is dropped.
`default_nettype none
module uart_receiver #(
    parameter CLOCKS_PER_BIT = 104  // 4 or more
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       line,
    output reg        valid,  // for one clock
    output wire [7:0] data
);
  localparam COUNT_BITS = $clog2(CLOCKS_PER_BIT);
  localparam [31:0] LAST = CLOCKS_PER_BIT - 1, MIDDLE = CLOCKS_PER_BIT / 2;

  generate
    if (CLOCKS_PER_BIT < 4) begin : g_illegal_clocks_per_bit
      uart_receiver_CLOCKS_PER_BIT_must_be_at_least_4 illegal ();
    end
  endgenerate

  reg [1:0] level;  // the line, synchronised to the clock
  reg [COUNT_BITS-1:0] count;
  reg [3:0] bits;  // bits received of this byte, start bit included
  reg busy;
  reg [7:0] shift;
  assign data = shift;

  always @(posedge clk) begin
    level <= {level[0], line || rst};
    valid <= 1'b0;
    if (rst) begin
      busy <= 1'b0;
    end else if (!busy) begin
      busy  <= !level[1];
      count <= MIDDLE[COUNT_BITS-1:0];
      bits  <= 4'd0;
    end else if (count != LAST[COUNT_BITS-1:0]) begin
      count <= count + 1'b1;
    end else begin
      count <= {COUNT_BITS{1'b0}};
      bits  <= bits + 4'd1;
      if (bits == 4'd0) busy <= !level[1];  // high again: no start bit, but a glitch
      else if (bits != 4'd9) shift <= {level[1], shift[7:1]};
      else begin
        busy  <= 1'b0;
        valid <= level[1];
      end
    end
  end
endmodule
`default_nettype wire
