// SPDX-License-Identifier: Apache-2.0
// Cells of an ECP5 for the simulation of netlists; Yosys has models of all others.
`default_nettype none

// Replaces Yosys's model for the reason given in fpga/cells/ice40.v.
module LUT4 #(
    parameter [15:0] INIT = 16'd0
) (
    input  wire A,
    input  wire B,
    input  wire C,
    input  wire D,
    output wire Z
);
  assign Z = INIT[{D, C, B, A}];
endmodule

// A memory of 1024 rows of 18 bits with two ports, each with its own width; Yosys knows only its
// pins. Pins and words are defined by Lattice's guide to memories of the ECP5 (TN1264) and by
// Yosys's mapping of memories (ecp5/brams_map.v). The model covers only the form that Yosys's
// synthesis uses: rising edges, no second output register.
module DP16KD #(
    parameter [319:0] INITVAL_00 = 320'd0,
    parameter [319:0] INITVAL_01 = 320'd0,
    parameter [319:0] INITVAL_02 = 320'd0,
    parameter [319:0] INITVAL_03 = 320'd0,
    parameter [319:0] INITVAL_04 = 320'd0,
    parameter [319:0] INITVAL_05 = 320'd0,
    parameter [319:0] INITVAL_06 = 320'd0,
    parameter [319:0] INITVAL_07 = 320'd0,
    parameter [319:0] INITVAL_08 = 320'd0,
    parameter [319:0] INITVAL_09 = 320'd0,
    parameter [319:0] INITVAL_0A = 320'd0,
    parameter [319:0] INITVAL_0B = 320'd0,
    parameter [319:0] INITVAL_0C = 320'd0,
    parameter [319:0] INITVAL_0D = 320'd0,
    parameter [319:0] INITVAL_0E = 320'd0,
    parameter [319:0] INITVAL_0F = 320'd0,
    parameter [319:0] INITVAL_10 = 320'd0,
    parameter [319:0] INITVAL_11 = 320'd0,
    parameter [319:0] INITVAL_12 = 320'd0,
    parameter [319:0] INITVAL_13 = 320'd0,
    parameter [319:0] INITVAL_14 = 320'd0,
    parameter [319:0] INITVAL_15 = 320'd0,
    parameter [319:0] INITVAL_16 = 320'd0,
    parameter [319:0] INITVAL_17 = 320'd0,
    parameter [319:0] INITVAL_18 = 320'd0,
    parameter [319:0] INITVAL_19 = 320'd0,
    parameter [319:0] INITVAL_1A = 320'd0,
    parameter [319:0] INITVAL_1B = 320'd0,
    parameter [319:0] INITVAL_1C = 320'd0,
    parameter [319:0] INITVAL_1D = 320'd0,
    parameter [319:0] INITVAL_1E = 320'd0,
    parameter [319:0] INITVAL_1F = 320'd0,
    parameter [319:0] INITVAL_20 = 320'd0,
    parameter [319:0] INITVAL_21 = 320'd0,
    parameter [319:0] INITVAL_22 = 320'd0,
    parameter [319:0] INITVAL_23 = 320'd0,
    parameter [319:0] INITVAL_24 = 320'd0,
    parameter [319:0] INITVAL_25 = 320'd0,
    parameter [319:0] INITVAL_26 = 320'd0,
    parameter [319:0] INITVAL_27 = 320'd0,
    parameter [319:0] INITVAL_28 = 320'd0,
    parameter [319:0] INITVAL_29 = 320'd0,
    parameter [319:0] INITVAL_2A = 320'd0,
    parameter [319:0] INITVAL_2B = 320'd0,
    parameter [319:0] INITVAL_2C = 320'd0,
    parameter [319:0] INITVAL_2D = 320'd0,
    parameter [319:0] INITVAL_2E = 320'd0,
    parameter [319:0] INITVAL_2F = 320'd0,
    parameter [319:0] INITVAL_30 = 320'd0,
    parameter [319:0] INITVAL_31 = 320'd0,
    parameter [319:0] INITVAL_32 = 320'd0,
    parameter [319:0] INITVAL_33 = 320'd0,
    parameter [319:0] INITVAL_34 = 320'd0,
    parameter [319:0] INITVAL_35 = 320'd0,
    parameter [319:0] INITVAL_36 = 320'd0,
    parameter [319:0] INITVAL_37 = 320'd0,
    parameter [319:0] INITVAL_38 = 320'd0,
    parameter [319:0] INITVAL_39 = 320'd0,
    parameter [319:0] INITVAL_3A = 320'd0,
    parameter [319:0] INITVAL_3B = 320'd0,
    parameter [319:0] INITVAL_3C = 320'd0,
    parameter [319:0] INITVAL_3D = 320'd0,
    parameter [319:0] INITVAL_3E = 320'd0,
    parameter [319:0] INITVAL_3F = 320'd0,
    parameter DATA_WIDTH_A = 18,
    parameter DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG",
    parameter REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC",
    parameter ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_A = "0b000",
    parameter CSDECODE_B = "0b000",
    parameter CLKAMUX = "CLKA",
    parameter CLKBMUX = "CLKB",
    parameter WRITEMODE_A = "NORMAL",
    parameter WRITEMODE_B = "NORMAL",
    parameter GSR = "ENABLED"
) (
    input  wire DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11,
                DIA12, DIA13, DIA14, DIA15, DIA16, DIA17,
    input  wire ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11,
                ADA12, ADA13,
    input  wire CEA, OCEA, CLKA, WEA, RSTA, CSA0, CSA1, CSA2,
    output wire DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8, DOA9, DOA10, DOA11,
                DOA12, DOA13, DOA14, DOA15, DOA16, DOA17,
    input  wire DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11,
                DIB12, DIB13, DIB14, DIB15, DIB16, DIB17,
    input  wire ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11,
                ADB12, ADB13,
    input  wire CEB, OCEB, CLKB, WEB, RSTB, CSB0, CSB1, CSB2,
    output wire DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11,
                DOB12, DOB13, DOB14, DOB15, DOB16, DOB17
);
  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CLKAMUX != "CLKA" ||
        CLKBMUX != "CLKB" || CSDECODE_A != "0b000" || CSDECODE_B != "0b000")
    begin : g_illegal
      DP16KD_has_an_illegal_parameter illegal ();
    end
  endgenerate

  // Bytes have 9 bits, of which ports narrower than 9 bits use 8.
  reg [17:0] rows[0:1023];
  integer at;
  task fill(input integer of, input [319:0] words);
    for (at = 0; at < 16; at = at + 1) rows[16*of+at] = words[20*at+:18];
  endtask
  initial begin
      fill(0, INITVAL_00);
      fill(1, INITVAL_01);
      fill(2, INITVAL_02);
      fill(3, INITVAL_03);
      fill(4, INITVAL_04);
      fill(5, INITVAL_05);
      fill(6, INITVAL_06);
      fill(7, INITVAL_07);
      fill(8, INITVAL_08);
      fill(9, INITVAL_09);
      fill(10, INITVAL_0A);
      fill(11, INITVAL_0B);
      fill(12, INITVAL_0C);
      fill(13, INITVAL_0D);
      fill(14, INITVAL_0E);
      fill(15, INITVAL_0F);
      fill(16, INITVAL_10);
      fill(17, INITVAL_11);
      fill(18, INITVAL_12);
      fill(19, INITVAL_13);
      fill(20, INITVAL_14);
      fill(21, INITVAL_15);
      fill(22, INITVAL_16);
      fill(23, INITVAL_17);
      fill(24, INITVAL_18);
      fill(25, INITVAL_19);
      fill(26, INITVAL_1A);
      fill(27, INITVAL_1B);
      fill(28, INITVAL_1C);
      fill(29, INITVAL_1D);
      fill(30, INITVAL_1E);
      fill(31, INITVAL_1F);
      fill(32, INITVAL_20);
      fill(33, INITVAL_21);
      fill(34, INITVAL_22);
      fill(35, INITVAL_23);
      fill(36, INITVAL_24);
      fill(37, INITVAL_25);
      fill(38, INITVAL_26);
      fill(39, INITVAL_27);
      fill(40, INITVAL_28);
      fill(41, INITVAL_29);
      fill(42, INITVAL_2A);
      fill(43, INITVAL_2B);
      fill(44, INITVAL_2C);
      fill(45, INITVAL_2D);
      fill(46, INITVAL_2E);
      fill(47, INITVAL_2F);
      fill(48, INITVAL_30);
      fill(49, INITVAL_31);
      fill(50, INITVAL_32);
      fill(51, INITVAL_33);
      fill(52, INITVAL_34);
      fill(53, INITVAL_35);
      fill(54, INITVAL_36);
      fill(55, INITVAL_37);
      fill(56, INITVAL_38);
      fill(57, INITVAL_39);
      fill(58, INITVAL_3A);
      fill(59, INITVAL_3B);
      fill(60, INITVAL_3C);
      fill(61, INITVAL_3D);
      fill(62, INITVAL_3E);
      fill(63, INITVAL_3F);
  end

  wire [17:0] data_a = {
    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5,
    DIA4, DIA3, DIA2, DIA1, DIA0
  };
  wire [17:0] data_b = {
    DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5,
    DIB4, DIB3, DIB2, DIB1, DIB0
  };
  wire [13:0] address_a = {
    ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
  };
  wire [13:0] address_b = {
    ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
  };

  // The bit of the row at which the port's word begins.
  function [4:0] place(input integer width, input [13:0] address);
    case (width)
      1: place = 5'd9 * address[3] + {2'b00, address[2:0]};
      2: place = 5'd9 * address[3] + {2'b00, address[2:1], 1'b0};
      4: place = 5'd9 * address[3] + {2'b00, address[2], 2'b00};
      9: place = 5'd9 * address[3];
      default: place = 5'd0;
    endcase
  endfunction
  // A mask: ones in the lowest bits, one for each bit that a word of `width` has in a row (1..18).
  function [17:0] bits(input integer width);
    bits = width >= 18 ? 18'h3ffff : (18'd1 << width) - 18'd1;
  endfunction
  // The contents of `row` after a write of `data` at `address`. If `width` is at least 18, a 9-bit
  // byte is written only if its bit in `bytes` is 1; the port's low address bits supply `bytes`.
  function [17:0] written(input integer width, input [13:0] address, input [17:0] row, input [17:0] data,
                          input [1:0] bytes);
    reg [17:0] mask;
    begin
      mask = width >= 18 ? {{9{bytes[1]}}, {9{bytes[0]}}} : bits(width) << place(width, address);
      written = row & ~mask | data << place(width, address) & mask;
    end
  endfunction

  // A word of 36 bits spans two rows. Port A writes data_a to its lower, data_b to its upper row.
  wire [9:0] row_a = {address_a[13:5], address_a[4] && DATA_WIDTH_A != 36};
  wire [9:0] row_b = {address_b[13:5], address_b[4] && DATA_WIDTH_B != 36};
  wire [17:0] next_a = written(DATA_WIDTH_A, address_a, rows[row_a], data_a, address_a[1:0]);
  wire [17:0] next_b = written(DATA_WIDTH_B, address_b, rows[row_b], data_b, address_b[1:0]);
  wire [17:0] next_upper = written(36, address_a, rows[row_a|10'd1], data_b, address_a[3:2]);
  always @(posedge CLKA) if (CEA && WEA) begin
    rows[row_a] <= next_a;
    if (DATA_WIDTH_A == 36) rows[row_a|10'd1] <= next_upper;
  end
  always @(posedge CLKB) if (CEB && WEB) rows[row_b] <= next_b;

  // In the clock of a write, a port keeps its output (NORMAL), or shows the new word (WRITETHROUGH)
  // or the old word (any other WRITEMODE).
  wire keep_a = !CEA || WEA && WRITEMODE_A == "NORMAL";
  wire keep_b = !CEB || WEB && WRITEMODE_B == "NORMAL";
  wire [17:0] seen_a = WEA && WRITEMODE_A == "WRITETHROUGH" ? next_a : rows[row_a];
  wire [17:0] seen_b = WEB && WRITEMODE_B == "WRITETHROUGH" ? next_b : rows[row_b];
  wire [17:0] word_a = seen_a >> place(DATA_WIDTH_A, address_a) & bits(DATA_WIDTH_A);
  wire [17:0] word_b = DATA_WIDTH_B == 36 ? rows[row_b|10'd1] :
      seen_b >> place(DATA_WIDTH_B, address_b) & bits(DATA_WIDTH_B);
  reg [17:0] shown_a = 18'd0, shown_b = 18'd0, shown_lower = 18'd0;
  generate
    if (RESETMODE == "SYNC") begin : g_sync
      always @(posedge CLKA)
        if (RSTA) shown_a <= 18'd0;
        else if (!keep_a) shown_a <= word_a;
      always @(posedge CLKB)
        if (RSTB) {shown_b, shown_lower} <= 36'd0;
        else if (!keep_b) {shown_b, shown_lower} <= {word_b, rows[row_b]};
    end else begin : g_async
      always @(posedge CLKA or posedge RSTA)
        if (RSTA) shown_a <= 18'd0;
        else if (!keep_a) shown_a <= word_a;
      always @(posedge CLKB or posedge RSTB)
        if (RSTB) {shown_b, shown_lower} <= 36'd0;
        else if (!keep_b) {shown_b, shown_lower} <= {word_b, rows[row_b]};
    end
  endgenerate
  wire [17:0] out_a = DATA_WIDTH_B == 36 ? shown_lower : shown_a;
  assign {
    DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5,
    DOA4, DOA3, DOA2, DOA1, DOA0
  } = out_a;
  assign {
    DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5,
    DOB4, DOB3, DOB2, DOB1, DOB0
  } = shown_b;
endmodule

// PLL for the simulation of netlists: outputs its input clock unchanged, because the simulation
// drives a board directly with the clock for which the board's design is made.
module EHXPLLL #(
    parameter PLLRST_ENA = "DISABLED",
    parameter INTFB_WAKE = "DISABLED",
    parameter STDBY_ENABLE = "DISABLED",
    parameter DPHASE_SOURCE = "DISABLED",
    parameter OUTDIVIDER_MUXA = "DIVA",
    parameter OUTDIVIDER_MUXB = "DIVB",
    parameter FEEDBK_PATH = "CLKOP",
    parameter CLKOP_ENABLE = "ENABLED",
    parameter CLKOS_ENABLE = "ENABLED",
    parameter CLKI_DIV = 1,
    parameter CLKFB_DIV = 1,
    parameter CLKOP_DIV = 1,
    parameter CLKOP_CPHASE = 0,
    parameter CLKOP_FPHASE = 0,
    parameter CLKOS_DIV = 1,
    parameter CLKOS_CPHASE = 0,
    parameter CLKOS_FPHASE = 0
) (
    input  wire CLKI,
    input  wire CLKFB,
    input  wire RST,
    input  wire STDBY,
    input  wire PHASESEL0,
    input  wire PHASESEL1,
    input  wire PHASEDIR,
    input  wire PHASESTEP,
    input  wire PHASELOADREG,
    input  wire PLLWAKESYNC,
    input  wire ENCLKOP,
    input  wire ENCLKOS,
    output wire CLKOP,
    output wire CLKOS,
    output wire LOCK
);
  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
  assign LOCK = 1'b1;
endmodule
`default_nettype wire
