// SPDX-License-Identifier: Apache-2.0
// Next port of a star-graph node: the first candidate after the port `behind`, in cyclic order;
// `behind` itself comes last. Combinational; without candidates the port is 0.
`default_nettype none
module star_next_port #(
    parameter PORTS = 3
) (
    input  wire [        PORTS-1:0] candidates,
    input  wire [$clog2(PORTS)-1:0] behind,
    output reg  [$clog2(PORTS)-1:0] port
);
  localparam PORT_BITS = $clog2(PORTS);

  generate
    if (PORTS < 2) begin : g_illegal_ports star_next_port_PORTS_must_be_at_least_2 illegal (); end
  endgenerate

  always @* begin : select
    integer i;
    reg [PORTS-1:0] later;
    port = {PORT_BITS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) later[i] = candidates[i] && i[PORT_BITS-1:0] > behind;
    if (later == {PORTS{1'b0}}) later = candidates;
    for (i = PORTS - 1; i >= 0; i = i - 1) if (later[i]) port = i[PORT_BITS-1:0];
  end
endmodule
`default_nettype wire
