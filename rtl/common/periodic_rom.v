// SPDX-License-Identifier: Apache-2.0
// Rows of a program that repeats: row 0 after the first edge with `run`, then one row per clock,
// and row 0 again after row period-1.
`default_nettype none
module periodic_rom #(
    parameter ROW_BITS = 8,
    parameter DEPTH    = 16  // rows
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,           // low: rows can be loaded
    input  wire [        15:0] period,        // rows, 1..DEPTH, constant while running
    input  wire                load_valid,
    input  wire [        31:0] load_address,
    input  wire [ROW_BITS-1:0] load_word,
    output reg  [ROW_BITS-1:0] row,           // valid while `active`
    output reg                 active
);
  localparam PHASE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  generate
    if (ROW_BITS < 1) begin : g_illegal_row_bits periodic_rom_ROW_BITS_must_be_at_least_1 illegal (); end
    if (DEPTH < 1 || DEPTH > 65536) begin : g_illegal_depth periodic_rom_DEPTH_must_be_1_to_65536 illegal (); end
  endgenerate

  (* no_rw_check *) reg [ROW_BITS-1:0] rows[0:DEPTH-1];
  reg [PHASE_BITS-1:0] phase;  // number of the next row
  wire [15:0] last = period - 16'd1;

  always @(posedge clk) begin
    if (load_valid) rows[load_address[PHASE_BITS-1:0]] <= load_word;
    row <= rows[phase];
    active <= run && !rst;
    if (rst || !run || phase == last[PHASE_BITS-1:0]) phase <= {PHASE_BITS{1'b0}};
    else phase <= phase + 1'b1;
  end

  wire unused = &{1'b0, load_address, last};
endmodule
`default_nettype wire
