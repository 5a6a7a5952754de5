// SPDX-License-Identifier: Apache-2.0
// High-water mark of the messages that pass through a node: they enter by a link and leave by a link.
// They are counted at the end of a cycle, after its arrivals and its sends.
`default_nettype none
module occupancy_mark #(
    parameter LANES  = 1,  // links in and out
    parameter PLACES = 4   // slots
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [           LANES-1:0] enters,
    input  wire [           LANES-1:0] leaves,
    output wire [$clog2(PLACES+1)-1:0] high     // largest number at the end of a cycle
);
  localparam COUNT_BITS = $clog2(PLACES + 1);

  generate
    if (LANES < 1) begin : g_illegal_lanes occupancy_mark_LANES_must_be_at_least_1 illegal (); end
    if (PLACES < 1) begin : g_illegal_places occupancy_mark_PLACES_must_be_at_least_1 illegal (); end
  endgenerate

  // `earlier` is the maximum without the present count; comparing `earlier` with `count` after
  // the registers keeps timing paths short.
  reg [COUNT_BITS-1:0] count, earlier;
  assign high = count > earlier ? count : earlier;

  function [COUNT_BITS-1:0] messages;
    input [LANES-1:0] lanes;
    integer i;
    begin
      messages = {COUNT_BITS{1'b0}};
      for (i = 0; i < LANES; i = i + 1)
        messages = messages + {{(COUNT_BITS - 1) {1'b0}}, lanes[i]};
    end
  endfunction

  always @(posedge clk)
    if (rst) begin
      count  <= {COUNT_BITS{1'b0}};
      earlier <= {COUNT_BITS{1'b0}};
    end else if (|enters || |leaves) begin
      count  <= count + messages(enters) - messages(leaves);
      earlier <= high;
    end
endmodule
`default_nettype wire
