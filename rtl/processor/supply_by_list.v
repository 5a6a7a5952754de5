// SPDX-License-Identifier: Apache-2.0
// Processor of a LogP machine: supplies the messages of a list, in order, to the network interface.
// The next message is on `next_data` until a clock with `take`.
`default_nettype none
module supply_by_list #(
    parameter WIDTH = 32,  // bits per message
    parameter DEPTH = 16   // messages
) (
    input wire clk,
    input wire run,

    // While `run` is low: one message per clock.
    input wire             load_valid,
    input wire [     31:0] load_address,
    input wire [WIDTH-1:0] load_word,

    input  wire             take,
    output reg  [WIDTH-1:0] next_data
);
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  generate
    if (WIDTH < 1) begin : g_illegal_width supply_by_list_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth supply_by_list_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  (* no_rw_check *) reg [WIDTH-1:0] list[0:(1<<ADDRESS_BITS)-1];
  reg [ADDRESS_BITS-1:0] address;
  wire [ADDRESS_BITS-1:0] following = run && take ? address + 1'b1 : address;

  always @(posedge clk) begin
    if (load_valid) list[load_address[ADDRESS_BITS-1:0]] <= load_word;
    next_data <= list[following];
    address   <= run ? following : {ADDRESS_BITS{1'b0}};
  end
  wire unused = &{1'b0, load_address};
endmodule
`default_nettype wire
