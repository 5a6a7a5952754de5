// SPDX-License-Identifier: Apache-2.0
// What becomes of a message that comes by one link: the own processor gets what is for it, the store
// what goes on. COPIES = 1: what is for the own processor stays, too, to be copied, and is not
// counted.
`default_nettype none
module store_arrival #(
    parameter ROUTE_BITS = 8,
    parameter COPIES     = 0
) (
    input  wire                  valid,
    input  wire [ROUTE_BITS-1:0] route,      // address of its destination
    input  wire [ROUTE_BITS-1:0] address,    // of this node
    input  wire                  everybody,  // multicast: it is for all
    output wire                  delivers,
    output wire                  enters,     // takes a slot
    output wire                  counted     // as a message that waits to be sent
);
  wire at_home = everybody || route == address;
  assign delivers = valid && at_home;
  assign enters = valid && (everybody || COPIES != 0 || !at_home);
  assign counted = enters && (COPIES == 0 || !at_home);
endmodule
`default_nettype wire
