// SPDX-License-Identifier: Apache-2.0
// Fabric of a crossbar as hardware: a crosspoint for each pair of input and output. Inputs name
// outputs, or (BY_ROM) outputs name inputs. A line that several lines name passes nothing.
`default_nettype none
module crossbar_matrix #(
    parameter LINES  = 4,
    parameter WIDTH  = 16,
    parameter BY_ROM = 0
) (
    input  wire [              LINES-1:0] names,      // inputs (BY_ROM: outputs) that name a line
    input  wire [LINES*$clog2(LINES)-1:0] named,
    input  wire [              LINES-1:0] in_valid,
    input  wire [        LINES*WIDTH-1:0] in_data,
    output wire [              LINES-1:0] out_valid,
    output wire [        LINES*WIDTH-1:0] out_data,
    output wire                           conflict    // flit dropped, or named line does not exist
);
  localparam LINE_BITS = $clog2(LINES);

  generate
    if (LINES < 1) begin : g_illegal_lines crossbar_matrix_LINES_must_be_at_least_1 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width crossbar_matrix_WIDTH_must_be_at_least_1 illegal (); end
    if (BY_ROM < 0 || BY_ROM > 1) begin : g_illegal_by_rom crossbar_matrix_BY_ROM_must_be_0_or_1 illegal (); end
  endgenerate

  wire [LINES-1:0] wrong, any, several;
  genvar g, n;
  generate
    for (g = 0; g < LINES; g = g + 1) begin : g_line
      wire [LINES-1:0] hot, namers;  // the line that g names, the lines that name g
      crossbar_decoder #(
          .LINES(LINES)
      ) decoder (
          .valid(names[g]),
          .line(named[g*LINE_BITS+:LINE_BITS]),
          .hot(hot),
          .wrong(wrong[g])
      );
      for (n = 0; n < LINES; n = n + 1) begin : g_namer
        assign namers[n] = g_line[n].hot[g];
      end
      crossbar_count #(
          .LINES(LINES)
      ) count (
          .wires(namers),
          .any(any[g]),
          .several(several[g])
      );
    end

    if (BY_ROM != 0) begin : g_by_rom
      wire [LINES-1:0] passes = in_valid & any & ~several;
      assign conflict = |wrong || |(in_valid & ~passes);
      wire [LINES*(WIDTH+1)-1:0] flit;
      for (g = 0; g < LINES; g = g + 1) begin : g_output
        assign flit[g*(WIDTH+1)+:WIDTH+1] = {passes[g], in_data[g*WIDTH+:WIDTH]};
        crossbar_column #(
            .LINES(LINES),
            .WIDTH(WIDTH + 1)
        ) column (
            .closed(g_line[g].hot),
            .in(flit),
            .out({out_valid[g], out_data[g*WIDTH+:WIDTH]})
        );
      end
    end else begin : g_by_rule
      assign out_valid = any & ~several;
      assign conflict  = |wrong || |several;
      for (g = 0; g < LINES; g = g + 1) begin : g_output
        crossbar_column #(
            .LINES(LINES),
            .WIDTH(WIDTH)
        ) column (
            .closed(g_line[g].namers),
            .in(in_data),
            .out(out_data[g*WIDTH+:WIDTH])
        );
      end
      wire unused = &{1'b0, in_valid};
    end
  endgenerate
endmodule
`default_nettype wire
