// SPDX-License-Identifier: Apache-2.0
// Wishbone B4 front of the register file (classic cycles, 32 bits, word addresses).
// Only whole words are written: a write with `wb_sel` != 15 gets `wb_err` and changes nothing.
`default_nettype none
module rmc_wishbone #(
    parameter ADDRESS = 13  // bits of a word address
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               wb_cyc,
    input  wire               wb_stb,
    input  wire               wb_we,
    input  wire [ADDRESS-1:0] wb_adr,
    input  wire [       31:0] wb_dat_w,
    input  wire [        3:0] wb_sel,
    output reg                wb_ack,
    output reg                wb_err,
    output reg  [       31:0] wb_dat_r,
    output reg                bus_valid,
    output reg                bus_write,
    output reg  [ADDRESS-1:0] bus_address,
    output reg  [       31:0] bus_data,
    input  wire               bus_done,
    input  wire [       31:0] bus_read
);
  generate
    if (ADDRESS < 4) begin : g_illegal_address rmc_wishbone_ADDRESS_must_be_at_least_4 illegal (); end
  endgenerate

  reg busy, given_up;  // given_up: the master ended the bus cycle before the access was done
  wire asks = wb_cyc && wb_stb;
  wire takes = asks && !busy && !wb_ack && !wb_err;
  wire whole = wb_sel == 4'hf || !wb_we;

  always @(posedge clk) begin
    bus_valid <= takes && whole;
    wb_err <= takes && !whole;
    wb_ack <= 1'b0;
    if (takes) begin
      bus_write <= wb_we;
      bus_address <= wb_adr;
      bus_data <= wb_dat_w;
      busy <= whole;
      given_up <= 1'b0;
    end
    if (busy && !asks) given_up <= 1'b1;
    if (busy && bus_done) begin
      busy <= 1'b0;
      wb_ack <= asks && !given_up;
      wb_dat_r <= bus_read;
    end
    if (rst) {busy, given_up, bus_valid, wb_ack, wb_err} <= 5'd0;
  end
endmodule
`default_nettype wire
