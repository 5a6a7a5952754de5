// SPDX-License-Identifier: Apache-2.0
// Next dimension of a message in a star graph, by the cyclic rule: the first dimension that brings
// the message nearer to its destination, in cyclic order after the dimension by which the message
// came. Combinational.
// A label holds the symbol at position i (1-based) in bits S*(i-1), S = $clog2(SYMBOLS).
//
// Let s(i) be the position, in the destination's label, of the node's symbol at position i.
// Crossing dimension d brings the message nearer, by the distance formula of star graphs, if
//   s(1) = 1:  s(d) != d
//   else:      s(1) = d, or s(d) != d and d is in another cycle of s than 1
`default_nettype none
module star_route #(
    parameter SYMBOLS = 4
) (
    input  wire                               valid,  // there is a message; else `port` is 0
    input  wire [SYMBOLS*$clog2(SYMBOLS)-1:0] here,
    input  wire [SYMBOLS*$clog2(SYMBOLS)-1:0] route,  // destination of the message
    input  wire [      $clog2(SYMBOLS-1)-1:0] came,   // port of arrival, after which the search begins
    output wire                               known,  // a dimension brings it nearer
    output wire [      $clog2(SYMBOLS-1)-1:0] port    // port p is dimension p + 2
);
  localparam PORTS = SYMBOLS - 1;
  localparam S = $clog2(SYMBOLS);

  generate
    if (SYMBOLS < 3 || SYMBOLS > 9) begin : g_illegal_symbols star_route_SYMBOLS_must_be_3_to_9 illegal (); end
  endgenerate

  // Ports that bring the message nearer. In the code positions count from 0.
  function [PORTS-1:0] nearer;
    input [SYMBOLS*S-1:0] from, to;
    integer i, j;
    reg [SYMBOLS*S-1:0] goal;  // s
    reg [S-1:0] at;
    reg [SYMBOLS-1:0] away, ring;  // ring: the cycle of position 0
    begin
      for (i = 0; i < SYMBOLS; i = i + 1) begin
        at = {S{1'b0}};
        for (j = 0; j < SYMBOLS; j = j + 1)
          if (to[j*S+:S] == from[i*S+:S]) at = at | j[S-1:0];
        goal[i*S+:S] = at;
        away[i] = at != i[S-1:0];
      end
      at = goal[S-1:0];
      ring = {SYMBOLS{1'b0}};
      for (i = 1; i < SYMBOLS; i = i + 1) begin
        ring[at] = 1'b1;
        at = goal[at*S+:S];
      end
      for (i = 1; i < SYMBOLS; i = i + 1)
        nearer[i-1] = goal[S-1:0] == i[S-1:0] || (away[i] && !(away[0] && ring[i]));
    end
  endfunction

  reg [PORTS-1:0] ways;
  always @* ways = valid ? nearer(here, route) : {PORTS{1'b0}};
  star_next_port #(
      .PORTS(PORTS)
  ) next (
      .candidates(ways),
      .behind(came),
      .port(port)
  );
  assign known = |ways;
endmodule
`default_nettype wire
