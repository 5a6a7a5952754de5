// Benes network in place of a crossbar: LINES = 2^s lines, 2s-1 stages of LINES/2 switches, without
// a register between them. Stage t exchanges lines that differ in bit min(t, 2s-2-t); it can pass
// every permutation. A row of the ROM sets all switches, that of stage t number j by its bit
// t*LINES/2 + j. Row r is that of cycle 1 + r, then the rows repeat.
`default_nettype none
module benes #(
    parameter LINES     = 4,   // a power of two, 2..65536
    parameter WIDTH     = 16,  // bits per flit
    parameter ROM_DEPTH = 16,  // rows
    parameter TIME_BITS = 32
) (
    input wire clk,
    input wire rst,
    input wire run,

    input  wire [      LINES-1:0] in_valid,
    input  wire [LINES*WIDTH-1:0] in_data,
    output wire [      LINES-1:0] out_valid,
    output wire [LINES*WIDTH-1:0] out_data,   // means nothing unless valid

    // ROM, loaded while `run` is low.
    input wire [                           15:0] period,  // rows in use, constant while running
    input wire                                   load_valid,
    input wire [                           15:0] load_address,
    input wire [(2*$clog2(LINES)-1)*(LINES/2)-1:0] load_row,

    output reg [TIME_BITS-1:0] flits  // passed
);
  localparam BITS = $clog2(LINES);
  localparam STAGES = 2 * BITS - 1;
  localparam SWITCHES = LINES / 2;
  localparam LANE = WIDTH + 1;

  generate
    if (LINES < 2 || LINES > 65536 || (1 << BITS) != LINES || WIDTH < 1 || ROM_DEPTH < 1 ||
        TIME_BITS < 1) begin : g_illegal
      benes_has_an_illegal_parameter illegal ();
    end
  endgenerate

  reg running;  // one clock behind `run`: the ports, too, take one to prepare cycle 1
  always @(posedge clk) running <= run && !rst;
  wire [STAGES*SWITCHES-1:0] row;
  wire active;
  periodic_rom #(
      .ROW_BITS(STAGES * SWITCHES),
      .DEPTH(ROM_DEPTH)
  ) rom (
      .clk(clk),
      .rst(rst),
      .run(running),
      .period(period),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_row(load_row),
      .row(row),
      .active(active)
  );

  genvar g;
  generate
    for (g = 0; g < STAGES; g = g + 1) begin : g_stage
      wire [LINES*LANE-1:0] in, out;
      benes_stage #(
          .LINES(LINES),
          .WIDTH(LANE),
          .BIT(g < BITS ? g : STAGES - 1 - g)
      ) stage (
          .settings(row[g*SWITCHES+:SWITCHES]),
          .in(in),
          .out(out)
      );
      if (g > 0) begin : g_inner
        assign in = g_stage[g-1].out;
      end
    end
    for (g = 0; g < LINES; g = g + 1) begin : g_line
      assign g_stage[0].in[g*LANE+:LANE] = {in_valid[g], in_data[g*WIDTH+:WIDTH]};
      assign out_valid[g] = active && g_stage[STAGES-1].out[g*LANE+WIDTH];
      assign out_data[g*WIDTH+:WIDTH] = g_stage[STAGES-1].out[g*LANE+:WIDTH];
    end
  endgenerate

  function [TIME_BITS-1:0] plus;
    input [TIME_BITS-1:0] value;
    input [LINES-1:0] lanes;
    integer i;
    begin
      plus = value;
      for (i = 0; i < LINES; i = i + 1) plus = plus + {{(TIME_BITS - 1) {1'b0}}, lanes[i]};
    end
  endfunction
  always @(posedge clk)
    if (rst) flits <= {TIME_BITS{1'b0}};
    else if (|out_valid) flits <= plus(flits, out_valid);
endmodule
`default_nettype wire
