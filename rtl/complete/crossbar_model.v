// SPDX-License-Identifier: Apache-2.0
// The same function as crossbar_matrix, for the co-simulation: needs time O(LINES), not O(LINES^2).
`default_nettype none
module crossbar_model #(
    parameter LINES  = 4,
    parameter WIDTH  = 16,
    parameter BY_ROM = 0
) (
    input  wire [              LINES-1:0] names,      // inputs (BY_ROM: outputs) that name a line
    input  wire [LINES*$clog2(LINES)-1:0] named,
    input  wire [              LINES-1:0] in_valid,
    input  wire [        LINES*WIDTH-1:0] in_data,
    output reg  [              LINES-1:0] out_valid,
    output reg  [        LINES*WIDTH-1:0] out_data,
    output reg                            conflict    // flit dropped, or named line does not exist
);
  localparam LINE_BITS = $clog2(LINES);
  localparam [LINES*LINE_BITS-1:0] NO_LINES = 0;

  generate
    if (LINES < 1) begin : g_illegal_lines crossbar_model_LINES_must_be_at_least_1 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width crossbar_model_WIDTH_must_be_at_least_1 illegal (); end
    if (BY_ROM < 0 || BY_ROM > 1) begin : g_illegal_by_rom crossbar_model_BY_ROM_must_be_0_or_1 illegal (); end
  endgenerate

  reg [LINES-1:0] any, several;
  always @* begin : count
    integer i;
    reg [LINE_BITS-1:0] line;
    any = {LINES{1'b0}};
    several = {LINES{1'b0}};
    conflict = 1'b0;
    for (i = 0; i < LINES; i = i + 1) begin
      line = named[i*LINE_BITS+:LINE_BITS];
      if (names[i]) begin
        if ({{(32 - LINE_BITS) {1'b0}}, line} >= LINES) conflict = 1'b1;
        else begin
          several[line] = any[line];
          any[line] = 1'b1;
        end
      end
    end
    if (BY_ROM != 0) conflict = conflict || |(in_valid & (several | ~any));
    else conflict = conflict || |several;
  end

  reg [LINES*LINE_BITS-1:0] source;
  always @* begin : pass
    integer i;
    reg [LINE_BITS-1:0] line;
    out_valid = any & ~several;
    source = NO_LINES;
    for (i = 0; i < LINES; i = i + 1) begin
      line = named[i*LINE_BITS+:LINE_BITS];
      if (BY_ROM != 0) begin
        source[i*LINE_BITS+:LINE_BITS] = line;
        out_valid[i] = names[i] && {{(32 - LINE_BITS) {1'b0}}, line} < LINES && in_valid[line] &&
                       !several[line];
      end else if (names[i]) source[line*LINE_BITS+:LINE_BITS] = i[LINE_BITS-1:0];
    end
    for (i = 0; i < LINES; i = i + 1)
      out_data[i*WIDTH+:WIDTH] = in_data[source[i*LINE_BITS+:LINE_BITS]*WIDTH+:WIDTH];
  end
endmodule
`default_nettype wire
