// SPDX-License-Identifier: Apache-2.0
// The last credit bit of every flow. All flows have credit at first.
`default_nettype none
module rmc_grants #(
    parameter FLOW_BITS = 4
) (
    input  wire                 clk,
    input  wire                 write,
    input  wire [FLOW_BITS-1:0] write_flow,
    input  wire                 write_credit,
    input  wire [FLOW_BITS-1:0] flow,
    output reg                  granted       // bit of `flow`, a clock later
);
  generate
    if (FLOW_BITS < 1 || FLOW_BITS > 12) begin : g_illegal_flow_bits
      rmc_grants_FLOW_BITS_must_be_1_to_12 illegal ();
    end
  endgenerate

  (* ram_style = "block" *) reg grants[0:(1<<FLOW_BITS)-1];
  initial begin : fill
    integer i;
    for (i = 0; i < 1 << FLOW_BITS; i = i + 1) grants[i] = 1'b1;
  end
  always @(posedge clk) begin
    if (write) grants[write_flow] <= write_credit;
    granted <= grants[flow];
  end
endmodule
`default_nettype wire
