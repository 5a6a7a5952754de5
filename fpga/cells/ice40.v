// SPDX-License-Identifier: Apache-2.0
// Cells of an iCE40 for the simulation of netlists; Yosys has models of all others.
`default_nettype none

// Replaces Yosys's model of three nested selections: a single one of 16 bits takes Verilator a third
// less C++ for a netlist, which compiles and runs in half the time.
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
`default_nettype wire
