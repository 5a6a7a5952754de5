// SPDX-License-Identifier: Apache-2.0
// What a processor must receive by one link, bit by bit and in this order: compares it with what
// comes. A message that is damaged, missing, doubled or not for this processor is an error. Word,
// lowest bit first:
//   flit
//   wanted  it counts as a delivery
//   more    0: nothing comes any more
`default_nettype none
module arrival_check #(
    parameter WIDTH     = 32,  // bits per message
    parameter DEPTH     = 16,  // words
    parameter TIME_BITS = 32
) (
    input wire clk,
    input wire rst,

    input wire [TIME_BITS-1:0] cycle,  // in which what comes has been on the last link

    // Before a message comes: one word per clock.
    input wire             load_valid,
    input wire [     31:0] load_address,
    input wire [WIDTH+1:0] load_word,

    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,

    // Counters.
    output reg [TIME_BITS-1:0] delivered,
    output reg [TIME_BITS-1:0] last,       // cycle of the last delivery
    output reg [TIME_BITS-1:0] errors
);
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  generate
    if (WIDTH < 1 || DEPTH < 1 || TIME_BITS < 1) begin : g_illegal
      arrival_check_has_an_illegal_parameter illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WIDTH+1:0] expected[0:(1<<ADDRESS_BITS)-1];
  reg [WIDTH+1:0] word;  // what comes next, read a clock ahead
  reg [ADDRESS_BITS-1:0] address;
  wire more = word[WIDTH+1], wanted = word[WIDTH];
  wire right = more && in_data == word[WIDTH-1:0];
  wire [ADDRESS_BITS-1:0] next = in_valid && more ? address + 1'b1 : address;

  always @(posedge clk) begin
    if (load_valid) expected[load_address[ADDRESS_BITS-1:0]] <= load_word;
    word <= expected[next];
    if (rst) begin
      address <= {ADDRESS_BITS{1'b0}};
      delivered <= {TIME_BITS{1'b0}};
      last <= {TIME_BITS{1'b0}};
      errors <= {TIME_BITS{1'b0}};
    end else begin
      address <= next;
      if (in_valid && !right) errors <= errors + 1'b1;
      if (in_valid && right && wanted) begin
        delivered <= delivered + 1'b1;
        last <= cycle;
      end
    end
  end
  wire unused = &{1'b0, load_address};
endmodule
`default_nettype wire
