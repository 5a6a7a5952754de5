// SPDX-License-Identifier: Apache-2.0
// Reception of a message from one link: messages for the own processor are delivered, the others
// are stored, multicasts (`everybody`) are delivered and stored. COPIES = 1: messages for the own
// processor are stored, too, so that copies of them can be sent; such arrivals do not set
// `counted`.
`default_nettype none
module store_arrival #(
    parameter ROUTE_BITS = 8,
    parameter COPIES     = 0
) (
    input  wire                  valid,
    input  wire [ROUTE_BITS-1:0] route,      // address of the message's destination
    input  wire [ROUTE_BITS-1:0] address,    // address of this node
    input  wire                  everybody,  // multicast: all messages are for this node, too
    output wire                  delivers,
    output wire                  enters,     // takes a slot
    output wire                  counted     // the message counts as waiting to be sent
);
  generate
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_arrival_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (COPIES < 0 || COPIES > 1) begin : g_illegal_copies store_arrival_COPIES_must_be_0_or_1 illegal (); end
  endgenerate

  wire at_home = everybody || route == address;
  assign delivers = valid && at_home;
  assign enters = valid && (everybody || COPIES != 0 || !at_home);
  assign counted = enters && (COPIES == 0 || !at_home);
endmodule
`default_nettype wire
