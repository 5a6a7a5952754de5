// SPDX-License-Identifier: Apache-2.0
// The two versions of a crossbar's core side by side: crossbar_model, which is simulated, and
// crossbar_matrix, which is synthesised, must do the same (checked in inside/crossbar_equal.v).
`default_nettype none
module crossbar_equal #(
    parameter LINES  = 8,
    parameter WIDTH  = 1,
    parameter BY_ROM = 0
) (
    input wire [              LINES-1:0] names,
    input wire [LINES*$clog2(LINES)-1:0] named,
    input wire [              LINES-1:0] in_valid,
    input wire [        LINES*WIDTH-1:0] in_data
);
  wire [LINES-1:0] model_valid, matrix_valid;
  wire [LINES*WIDTH-1:0] model_data, matrix_data;
  wire model_conflict, matrix_conflict;
  crossbar_model #(
      .LINES (LINES),
      .WIDTH (WIDTH),
      .BY_ROM(BY_ROM)
  ) model (
      .names(names),
      .named(named),
      .in_valid(in_valid),
      .in_data(in_data),
      .out_valid(model_valid),
      .out_data(model_data),
      .conflict(model_conflict)
  );
  crossbar_matrix #(
      .LINES (LINES),
      .WIDTH (WIDTH),
      .BY_ROM(BY_ROM)
  ) matrix (
      .names(names),
      .named(named),
      .in_valid(in_valid),
      .in_data(in_data),
      .out_valid(matrix_valid),
      .out_data(matrix_data),
      .conflict(matrix_conflict)
  );
endmodule
`default_nettype wire
