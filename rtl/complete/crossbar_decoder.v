// Who sends to each line: inverts the destinations of the inputs. Lines that two inputs want get
// nothing. Two descriptions of the same function: BY_INPUT = 1 simulates in time O(LINES), 0 is a
// tree of LINES comparators per line in hardware.
`default_nettype none
module crossbar_decoder #(
    parameter LINES     = 4,
    parameter BY_INPUT  = 0
) (
    input  wire [          LINES-1:0] in_valid,
    input  wire [LINES*$clog2(LINES)-1:0] in_line,   // destinations
    output reg  [          LINES-1:0] valid,
    output reg  [LINES*$clog2(LINES)-1:0] source,    // means nothing unless `valid`
    output reg                        conflict   // an input is dropped
);
  localparam LINE_BITS = $clog2(LINES);
  localparam [LINES*LINE_BITS-1:0] NO_SOURCES = 0;

  generate
    if (BY_INPUT != 0) begin : g_by_input
      always @* begin : scatter
        integer i;
        reg [LINE_BITS-1:0] line;
        reg [LINES-1:0] refused;
        valid = {LINES{1'b0}};
        source = NO_SOURCES;
        refused = {LINES{1'b0}};
        conflict = 1'b0;
        for (i = 0; i < LINES; i = i + 1) begin
          line = in_line[i*LINE_BITS+:LINE_BITS];
          if (in_valid[i]) begin
            if ({{(32 - LINE_BITS) {1'b0}}, line} >= LINES) conflict = 1'b1;
            else if (valid[line] || refused[line]) begin
              conflict = 1'b1;
              refused[line] = 1'b1;
              valid[line] = 1'b0;
            end else begin
              valid[line] = 1'b1;
              source[line*LINE_BITS+:LINE_BITS] = i[LINE_BITS-1:0];
            end
          end
        end
      end
    end else begin : g_by_output
      always @* begin : gather
        integer i, o;
        reg several, wants;
        reg [LINE_BITS-1:0] from;
        conflict = 1'b0;
        for (o = 0; o < LINES; o = o + 1) begin
          valid[o] = 1'b0;
          several = 1'b0;
          from = {LINE_BITS{1'b0}};
          for (i = 0; i < LINES; i = i + 1) begin
            wants = in_valid[i] && in_line[i*LINE_BITS+:LINE_BITS] == o[LINE_BITS-1:0];
            several = several || (wants && valid[o]);
            valid[o] = valid[o] || wants;
            if (wants) from = from | i[LINE_BITS-1:0];
          end
          source[o*LINE_BITS+:LINE_BITS] = from;
          if (several) begin
            conflict = 1'b1;
            valid[o] = 1'b0;
          end
        end
        for (i = 0; i < LINES; i = i + 1)
          if (in_valid[i] && {{(32 - LINE_BITS) {1'b0}}, in_line[i*LINE_BITS+:LINE_BITS]} >= LINES)
            conflict = 1'b1;
      end
    end
  endgenerate
endmodule
`default_nettype wire
