// SPDX-License-Identifier: Apache-2.0
// One stage of a Benes network: LINES/2 switches of 2x2. Switch j joins the two lines whose numbers
// yield j when their bit number BIT is removed; setting 1 exchanges the lines.
`default_nettype none
module benes_stage #(
    parameter LINES = 4,
    parameter WIDTH = 16,
    parameter BIT   = 0
) (
    input  wire [    LINES/2-1:0] settings,
    input  wire [LINES*WIDTH-1:0] in,
    output reg  [LINES*WIDTH-1:0] out
);
  localparam SPAN = 1 << BIT;

  generate
    if (LINES < 2) begin : g_illegal_lines benes_stage_LINES_must_be_at_least_2 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width benes_stage_WIDTH_must_be_at_least_1 illegal (); end
    if (BIT < 0 || (2 << BIT) > LINES) begin : g_illegal_bit
      benes_stage_BIT_must_be_one_of_the_number_of_a_line illegal ();
    end
  endgenerate

  always @* begin : exchange
    integer i;
    for (i = 0; i < LINES; i = i + 1)
      out[i*WIDTH+:WIDTH] = settings[i/(2*SPAN)*SPAN+i%SPAN] ? in[(i^SPAN)*WIDTH+:WIDTH]
                                                             : in[i*WIDTH+:WIDTH];
  end
endmodule
`default_nettype wire
