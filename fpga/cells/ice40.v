// SPDX-License-Identifier: Apache-2.0
// Cells of an iCE40 for the simulation of netlists; Yosys has models of all others.
`default_nettype none

// Replaces Yosys's model, which nests selections: with a single selection of 16 bits Verilator
// generates a third less C++ for a netlist, and this code compiles and runs in half the time.
module SB_LUT4 #(
    parameter [15:0] LUT_INIT = 16'd0
) (
    input  wire I0,
    input  wire I1,
    input  wire I2,
    input  wire I3,
    output wire O
);
  assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule

// PLLs for the simulation of netlists: output their input clock unchanged, because the simulation
// drives a board directly with the clock for which the board's design is made.
module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0,
    parameter [2:0] FILTER_RANGE = 3'd0
) (
    input  wire REFERENCECLK,
    input  wire RESETB,
    input  wire BYPASS,
    output wire PLLOUTGLOBAL,
    output wire LOCK
);
  assign PLLOUTGLOBAL = REFERENCECLK;
  assign LOCK = 1'b1;
endmodule

module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0,
    parameter [2:0] FILTER_RANGE = 3'd0
) (
    input  wire PACKAGEPIN,
    input  wire RESETB,
    input  wire BYPASS,
    output wire PLLOUTGLOBAL,
    output wire LOCK
);
  assign PLLOUTGLOBAL = PACKAGEPIN;
  assign LOCK = 1'b1;
endmodule
`default_nettype wire
