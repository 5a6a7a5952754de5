// SPDX-License-Identifier: Apache-2.0
// Straps of a node that sends packets, registered while `rst` is high, and the times that follow
// from them.
`default_nettype none
module packet_straps #(
    parameter ROUTE_BITS = 8
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [ROUTE_BITS-1:0] here,         // own address
    input  wire                  multicast,
    input  wire                  swap,
    input  wire [          15:0] startup,      // cycles
    input  wire [          15:0] per_message,  // cycles, > 0
    input  wire [          15:0] packet_cap,   // messages per packet; 0: all
    output reg  [ROUTE_BITS-1:0] address,
    output reg                   everybody,    // multicast: every arrival is for this node, too
    output reg                   exchanges,    // swap: arrivals take the slot of what is sent
    output reg  [          15:0] cap,
    output reg                   has_start,    // startup > 0
    output reg  [          16:0] opening,      // startup + per_message - 1
    output reg  [          15:0] spacing       // per_message - 1
);
  always @(posedge clk)
    if (rst) begin
      {address, everybody, exchanges, cap} <= {here, multicast, swap, packet_cap};
      has_start <= |startup;
      opening <= {1'b0, startup} + {1'b0, per_message} - 17'd1;
      spacing <= per_message - 16'd1;
    end
endmodule
`default_nettype wire
