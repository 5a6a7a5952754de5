// SPDX-License-Identifier: Apache-2.0
// The message on a link: as it was stored or, with a label, a copy that has the label in its route
// field. COPIES = 0: there are no labels.
`default_nettype none
module store_copy #(
    parameter WIDTH      = 32,
    parameter ROUTE_BITS = 8,
    parameter COPIES     = 0
) (
    input  wire                  clk,
    input  wire                  hop,     // the link takes a message at this edge
    input  wire [ROUTE_BITS-1:0] label,   // label of the copy; 0: none
    input  wire [     WIDTH-1:0] stored,  // the stored message, a clock after `hop`
    output wire [     WIDTH-1:0] data,
    output wire                  makes    // the message on the link is a copy
);
  generate
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_copy_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (WIDTH < ROUTE_BITS + COPIES) begin : g_illegal_width
      store_copy_WIDTH_must_be_at_least_ROUTE_BITS_plus_COPIES illegal ();
    end
    if (COPIES < 0 || COPIES > 1) begin : g_illegal_copies store_copy_COPIES_must_be_0_or_1 illegal (); end
  endgenerate

  generate
    if (COPIES != 0) begin : g_copies
      reg [ROUTE_BITS-1:0] label_q;
      always @(posedge clk) if (hop) label_q <= label;
      assign makes = |label_q;
      assign data = makes ? {stored[WIDTH-1:ROUTE_BITS], label_q} : stored;
    end else begin : g_no_copies
      assign makes = 1'b0;
      assign data  = stored;
      wire unused = &{1'b0, clk, hop, label};
    end
  endgenerate
endmodule
`default_nettype wire
