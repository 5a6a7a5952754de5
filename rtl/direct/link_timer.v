// SPDX-License-Identifier: Apache-2.0
// Holds an outgoing link during each packet: for startup + messages * per_message cycles. The
// clock edge at the end of a cycle sets the link's outputs for the next cycle.
`default_nettype none
module link_timer (
    input  wire        clk,
    input  wire        rst,
    input  wire [16:0] opening,    // startup + per_message - 1, constant while running
    input  wire [15:0] spacing,    // per_message - 1
    input  wire        has_start,  // startup > 0
    input  wire        sends,      // the link is held in the coming cycle
    // The coming cycle begins a packet, or a ROM word that continues a packet.
    input  wire        first,
    input  wire        start,      // with `first`: the packet begins with its start-up
    output wire        hop,        // the coming cycle carries a message
    output reg         out_start,  // first cycle of a start-up
    output reg         held        // the link is held in this cycle
);
  reg [16:0] gap;  // cycles before the next message
  wire [16:0] gap_now = !first ? gap : start ? opening : {1'b0, spacing};
  assign hop = sends && gap_now == 17'd0;

  always @(posedge clk) begin
    out_start <= !rst && sends && first && start && has_start;
    held <= !rst && sends;
    if (sends) gap <= hop ? {1'b0, spacing} : gap_now - 17'd1;
  end
endmodule
`default_nettype wire
