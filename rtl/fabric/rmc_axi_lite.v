// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite front of the register file: one access at a time; reads and writes alternate if both
// wait. Only whole words are written: a write without all strobes gets SLVERR and changes nothing.
`default_nettype none
module rmc_axi_lite #(
    parameter ADDRESS = 13  // bits of a word address
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               s_axi_awvalid,
    output wire               s_axi_awready,
    input  wire [ADDRESS+1:0] s_axi_awaddr,
    input  wire [        2:0] s_axi_awprot,
    input  wire               s_axi_wvalid,
    output wire               s_axi_wready,
    input  wire [       31:0] s_axi_wdata,
    input  wire [        3:0] s_axi_wstrb,
    output reg                s_axi_bvalid,
    input  wire               s_axi_bready,
    output reg  [        1:0] s_axi_bresp,
    input  wire               s_axi_arvalid,
    output wire               s_axi_arready,
    input  wire [ADDRESS+1:0] s_axi_araddr,
    input  wire [        2:0] s_axi_arprot,
    output reg                s_axi_rvalid,
    input  wire               s_axi_rready,
    output reg  [       31:0] s_axi_rdata,
    output wire [        1:0] s_axi_rresp,
    output reg                bus_valid,
    output reg                bus_write,
    output reg  [ADDRESS-1:0] bus_address,
    output reg  [       31:0] bus_data,
    input  wire               bus_done,
    input  wire [       31:0] bus_read
);
  generate
    if (ADDRESS < 4) begin : g_illegal_address rmc_axi_lite_ADDRESS_must_be_at_least_4 illegal (); end
  endgenerate

  reg busy, wrote;  // busy: an access is under way; wrote: the access accepted last is a write
  wire idle = !busy && !s_axi_bvalid && !s_axi_rvalid && !rst;
  wire writes = s_axi_awvalid && s_axi_wvalid;
  wire takes_write = idle && writes && !(s_axi_arvalid && wrote);
  wire takes_read = idle && s_axi_arvalid && !takes_write;
  wire whole = s_axi_wstrb == 4'hf;
  assign s_axi_awready = takes_write;
  assign s_axi_wready  = takes_write;
  assign s_axi_arready = takes_read;
  assign s_axi_rresp   = 2'd0;

  always @(posedge clk) begin
    bus_valid <= takes_read || (takes_write && whole);
    if (takes_read || takes_write) begin
      bus_write <= takes_write;
      bus_address <= takes_write ? s_axi_awaddr[ADDRESS+1:2] : s_axi_araddr[ADDRESS+1:2];
      bus_data <= s_axi_wdata;
      wrote <= takes_write;
      busy <= takes_read || whole;
      s_axi_bresp <= whole ? 2'd0 : 2'd2;
    end
    if (takes_write && !whole) s_axi_bvalid <= 1'b1;
    if (s_axi_bready && s_axi_bvalid) s_axi_bvalid <= 1'b0;
    if (s_axi_rready && s_axi_rvalid) s_axi_rvalid <= 1'b0;
    if (busy && bus_done) begin
      busy <= 1'b0;
      s_axi_bvalid <= bus_write;
      s_axi_rvalid <= !bus_write;
      s_axi_rdata <= bus_read;
    end
    if (rst) {busy, wrote, bus_valid, s_axi_bvalid, s_axi_rvalid} <= 5'd0;
  end
  wire unused = &{1'b0, s_axi_awprot, s_axi_arprot, s_axi_awaddr[1:0], s_axi_araddr[1:0]};
endmodule
`default_nettype wire
