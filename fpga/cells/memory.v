// SPDX-License-Identifier: Apache-2.0
// A memory in block RAM, with which fpga/netlist.py tests the models of block RAMs.
`default_nettype none
module memory #(
    parameter WIDTH = 18,
    parameter DEPTH = 1024,
    // A read during a write shows 0: the old word, 1: the new word, 2: the output as it was;
    // 3: reads have an address of their own and show the old word.
    parameter READS = 0
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_write,
    input  wire             in_read,
    input  wire [      3:0] in_row,
    input  wire [      3:0] in_other,
    input  wire [WIDTH-1:0] in_word,
    output reg  [WIDTH-1:0] shown,
    output reg  [      7:0] mixed  // computed from the data by gates
);
  localparam ADDRESS_BITS = $clog2(DEPTH);
  (* ram_style = "block" *)
  reg [WIDTH-1:0] words[0:DEPTH-1];
  // Only 16 rows are used, so that reads meet written rows; every address bit differs between some
  // of them.
  wire [ADDRESS_BITS-1:0] row = {in_row, {ADDRESS_BITS - 8{in_row[1]}}, in_row};
  wire [ADDRESS_BITS-1:0] different = {in_other, {ADDRESS_BITS - 8{in_other[1]}}, in_other};
  wire [ADDRESS_BITS-1:0] other = READS == 3 ? different : row;
  integer i;
  initial for (i = 0; i < 16; i = i + 1) words[{i[3:0], {ADDRESS_BITS - 8{i[1]}}, i[3:0]}] = i * 40503 ^ i << 30;

  always @(posedge clk) begin
    if (in_write && (in_read || READS == 3)) words[row] <= in_word;
    if (in_read) begin
      if (!in_write || READS == 0 || READS == 3) shown <= words[other];
      else if (READS == 1) shown <= in_word;
    end
    if (READS == 3 && rst) shown <= {WIDTH{1'b0}};
    mixed <= rst ? 8'd1 : {mixed[6:0], mixed[7]} ^ {8{^shown}};
  end
endmodule
`default_nettype wire
