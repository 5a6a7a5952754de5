// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/top.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <tuple>

namespace romcast {
namespace {

struct Pin {
  bool input = false;
  std::string name, high{};  // highest bit; empty: one bit
};

std::vector<Pin> bus_pins(const FabricDesign& design) {
  const std::string word = std::to_string(design.address_bits() - 1);
  const std::string byte = std::to_string(design.address_bits() + 1);
  if (design.settings().wishbone) {
    return {{true, "wb_cyc"},       {true, "wb_stb"},         {true, "wb_we"},
            {true, "wb_adr", word}, {true, "wb_dat_w", "31"}, {true, "wb_sel", "3"},
            {false, "wb_ack"},      {false, "wb_err"},        {false, "wb_dat_r", "31"}};
  }
  return {{true, "s_axi_awvalid"},     {false, "s_axi_awready"},     {true, "s_axi_awaddr", byte},
          {true, "s_axi_awprot", "2"}, {true, "s_axi_wvalid"},       {false, "s_axi_wready"},
          {true, "s_axi_wdata", "31"}, {true, "s_axi_wstrb", "3"},   {false, "s_axi_bvalid"},
          {true, "s_axi_bready"},      {false, "s_axi_bresp", "1"},  {true, "s_axi_arvalid"},
          {false, "s_axi_arready"},    {true, "s_axi_araddr", byte}, {true, "s_axi_arprot", "2"},
          {false, "s_axi_rvalid"},     {true, "s_axi_rready"},       {false, "s_axi_rdata", "31"},
          {false, "s_axi_rresp", "1"}};
}

std::string declared(const Pin& pin) {
  return fmt::format("    {} wire {}{},\n", pin.input ? "input " : "output",
                     pin.high.empty() ? "" : fmt::format("[{}:0] ", pin.high), pin.name);
}

std::string stream_ports(const FabricDesign& design) {
  std::string text;
  const std::string data = std::to_string(design.settings().payload - 1);
  const std::string flow = std::to_string(design.fabric().flow_bits - 1);
  for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
    if (!design.has_endpoint(t)) continue;
    const std::string s = "s_axis_" + design.endpoint(t), m = "m_axis_" + design.endpoint(t);
    for (const Pin& pin : {Pin{true, s + "_tvalid"},
                           {false, s + "_tready"},
                           {true, s + "_tdata", data},
                           {true, s + "_tlast"},
                           {true, s + "_tdest", flow},
                           {false, m + "_tvalid"},
                           {true, m + "_tready"},
                           {false, m + "_tdata", data},
                           {false, m + "_tlast"},
                           {false, m + "_tid", flow}}) {
      text += declared(pin);
    }
  }
  return text;
}

constexpr const char* kHead = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast fabric: @TILES@ tiles, links of @WIDTH@ bits, slots of one clock. README.md says how it
// is connected, and fabric.json names its flows, tables and registers.
`default_nettype none
module romcast_fabric (
    input  wire clk,
    input  wire rst,
@PORTS@    output wire irq
);
  localparam WIDTH = @WIDTH@, LINE = WIDTH + 3, SLOT_BITS = @SLOT_BITS@, FLOW_BITS = @FLOW_BITS@;
  localparam TILES = @TILES@, ADDRESS = @ADDRESS@, STATS = @STATS@;

  wire bus_valid, bus_write, bus_done;
  wire [ADDRESS-1:0] bus_address;
  wire [31:0] bus_data, bus_read;
  @FRONT@ #(
      .ADDRESS(ADDRESS)
  ) front (
      .clk(clk),
      .rst(rst),
@BUS@      .bus_valid(bus_valid),
      .bus_write(bus_write),
      .bus_address(bus_address),
      .bus_data(bus_data),
      .bus_done(bus_done),
      .bus_read(bus_read)
  );

  wire [4:0] wave;
  wire [TILES-1:0] ready, error, select;
  reg all_ready;
  always @(posedge clk) all_ready <= &ready;
  wire write;
  wire [1:0] space;
  wire [SLOT_BITS-1:0] address;
  wire [31:0] write_data;
  wire [32*TILES-1:0] read_data;
  rmc_registers #(
      .TILES(TILES),
      .SLOT_BITS(SLOT_BITS),
      .STATS(STATS),
      .WAVE_DELAY(0),
      .READY_DELAY(12),
      .FINGERPRINT(64'h@FINGERPRINT@)
  ) registers (
      .clk(clk),
      .rst(rst),
      .bus_valid(bus_valid),
      .bus_write(bus_write),
      .bus_address(bus_address),
      .bus_data(bus_data),
      .bus_done(bus_done),
      .bus_read(bus_read),
      .irq(irq),
      .wave(wave),
      .ready(all_ready),
      .error(error),
      .select(select),
      .write(write),
      .space(space),
      .address(address),
      .write_data(write_data),
      .read_data(read_data)
  );
)";

constexpr const char* kTile = R"(
  wire [@LINKS@*LINE-1:0] in_@N@, out_@N@;
  assign in_@N@ = {@IN@};
@UNUSED@  rmc_tile #(
      .LINKS(@LINKS@ + 1),
      .ENDPOINT(@ENDPOINT@),
      .WIDTH(WIDTH),
      .SLOT_BITS(SLOT_BITS),
      .FLOW_BITS(FLOW_BITS),
      .TX_DEPTH(@TX@),
      .RX_DEPTH(@RX@),
      .CREDITS(@CREDITS@),
      .ROOM(@ROOM@),
      .ON_DEMAND(@ON_DEMAND@),
      .CROSSING(@CROSSING@),
      .HOLDS(@HOLDS@),
      .REDUCE(@REDUCE@),
      .SIGNED(@SIGNED@),
      .STATS(STATS)
  ) tile_@NAME@ (
      .clk(clk),
      .rst(rst),
      .wave(wave),
      .ready(ready[@N@]),
      .error(error[@N@]),
      .in_word(in_@N@),
      .out_word(out_@N@),
      .select(select[@N@]),
      .write(write),
      .space(space),
      .address(address),
      .write_data(write_data),
      .read_data(read_data[32*@N@+:32]),
      .axis_aclk(@ACLK@),
      .axis_areset(@ARESET@),
@STREAMS@  );
)";

constexpr const char* kStreams = R"(      .s_axis_tvalid(s_axis_@END@_tvalid),
      .s_axis_tready(s_axis_@END@_tready),
      .s_axis_tdata(s_axis_@END@_tdata),
      .s_axis_tlast(s_axis_@END@_tlast),
      .s_axis_tdest(s_axis_@END@_tdest),
      .m_axis_tvalid(m_axis_@END@_tvalid),
      .m_axis_tready(m_axis_@END@_tready),
      .m_axis_tdata(m_axis_@END@_tdata),
      .m_axis_tlast(m_axis_@END@_tlast),
      .m_axis_tid(m_axis_@END@_tid)
)";

// Pins of a tile without an endpoint: no stream enters or leaves.
constexpr const char* kNoStreams = R"(      .s_axis_tvalid(1'b0),
      .s_axis_tready(unused_@N@[0]),
      .s_axis_tdata({WIDTH{1'b0}}),
      .s_axis_tlast(1'b0),
      .s_axis_tdest({FLOW_BITS{1'b0}}),
      .m_axis_tvalid(unused_@N@[1]),
      .m_axis_tready(1'b1),
      .m_axis_tdata(unused_@N@[2+:WIDTH]),
      .m_axis_tlast(unused_@N@[2+WIDTH]),
      .m_axis_tid(unused_@N@[3+WIDTH+:FLOW_BITS])
)";

std::string tile_text(const FabricDesign& design, std::size_t t) {
  const Fabric& fabric = design.fabric();
  const FabricTile& tile = fabric.tiles[t];
  std::vector<std::string> in;
  for (unsigned l = tile.links; l-- > 1;) {  // the first link in the low bits
    const FabricEnd& end = tile.in[l];
    in.push_back(end.tile == kNoTile
                     ? "{LINE{1'b0}}"
                     : fmt::format("out_{}[{}*LINE+:LINE]", end.tile, end.link - 1));
  }
  std::vector<bool> used(tile.links);
  for (const FabricTile& other : fabric.tiles) {
    for (const FabricEnd& end : other.in) {
      if (end.tile == t) used[end.link] = true;
    }
  }
  std::string unused;
  std::vector<std::string> open;
  for (unsigned l = 1; l < tile.links; ++l) {
    if (!used[l]) open.push_back(fmt::format("out_{}[{}*LINE+:LINE]", t, l - 1));
  }
  if (!open.empty()) {
    unused += fmt::format("  wire unused_links_{} = &{{1'b0, {}}};\n", t, fmt::join(open, ", "));
  }
  const bool ends = design.has_endpoint(t);
  if (!ends) unused += fmt::format("  wire [WIDTH+FLOW_BITS+2:0] unused_{};\n", t);
  const bool crossing = ends && design.settings().crossing;
  return with_values(with_values(kTile, {{"STREAMS", ends ? kStreams : kNoStreams}}),
                     {{"N", std::to_string(t)},
                      {"NAME", design.name(t)},
                      {"END", design.endpoint(t)},
                      {"LINKS", std::to_string(tile.links - 1)},
                      {"ENDPOINT", ends ? "1" : "0"},
                      {"IN", fmt::format("{}", fmt::join(in, ", "))},
                      {"UNUSED", unused},
                      {"TX", std::to_string(design.tx_depth(t))},
                      {"RX", std::to_string(design.rx_depth(t))},
                      {"ROOM", ends ? std::to_string(fabric.room[t]) : "0"},
                      {"CREDITS", ends && design.settings().credits ? "1" : "0"},
                      {"ON_DEMAND", ends && design.settings().on_demand ? "1" : "0"},
                      {"CROSSING", crossing ? "1" : "0"},
                      {"HOLDS", std::to_string(tile.holds)},
                      {"REDUCE", tile.reduces ? "1" : "0"},
                      {"SIGNED", tile.reduces && fabric.is_signed ? "1" : "0"},
                      {"ACLK", crossing ? "axis_aclk" : "clk"},
                      {"ARESET", crossing ? "axis_areset" : "rst"}});
}

}  // namespace

std::string with_values(std::string text, const std::map<std::string, std::string>& values) {
  std::string made;
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = text.find('@', at);
    const std::size_t end = begin == std::string::npos ? begin : text.find('@', begin + 1);
    if (end == std::string::npos) return made + text.substr(at);
    const auto value = values.find(text.substr(begin + 1, end - begin - 1));
    if (value == values.end()) {  // no name to replace, but e.g. the @ of a Verilog event
      made += text.substr(at, begin + 1 - at);
      at = begin + 1;
      continue;
    }
    made += text.substr(at, begin - at) + value->second;
    at = end + 1;
  }
}

std::string fabric_bus_ports(const FabricDesign& design) {
  std::string text;
  for (const Pin& pin : bus_pins(design)) text += declared(pin);
  return text;
}

std::string fabric_bus_connections(const FabricDesign& design, const std::string& indent) {
  std::string text;
  for (const Pin& pin : bus_pins(design)) {
    text += fmt::format("{}.{}({}),\n", indent, pin.name, pin.name);
  }
  return text;
}

std::string fabric_connections(const FabricDesign& design) {
  std::string text;
  if (design.settings().crossing) {
    text += "      .axis_aclk(user_clk),\n      .axis_areset(rst),\n";
  }
  text += fabric_bus_connections(design, "      ");
  for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
    if (!design.has_endpoint(t)) continue;
    for (const auto& [pin, of, bits] : {std::tuple{"s_axis_{}_tvalid", "s_valid", ""},
                                        {"s_axis_{}_tready", "s_ready", ""},
                                        {"s_axis_{}_tdata", "s_data", "WIDTH"},
                                        {"s_axis_{}_tlast", "s_last", ""},
                                        {"s_axis_{}_tdest", "s_dest", "FLOW_BITS"},
                                        {"m_axis_{}_tvalid", "m_valid", ""},
                                        {"m_axis_{}_tready", "m_ready", ""},
                                        {"m_axis_{}_tdata", "m_data", "WIDTH"},
                                        {"m_axis_{}_tlast", "m_last", ""},
                                        {"m_axis_{}_tid", "m_id", "FLOW_BITS"}}) {
      const std::string name = fmt::format(fmt::runtime(pin), design.endpoint(t));
      text += *bits == 0 ? fmt::format("      .{}({}[{}]),\n", name, of, t)
                         : fmt::format("      .{}({}[{}*{}+:{}]),\n", name, of, t, bits, bits);
    }
  }
  return text;
}

std::string fabric_top(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  std::string ports;
  if (design.settings().crossing) {
    ports += declared({true, "axis_aclk"}) + declared({true, "axis_areset"});
  }
  ports += fabric_bus_ports(design) + stream_ports(design);
  std::string text =
      with_values(kHead, {{"PORTS", ports},
                          {"WIDTH", std::to_string(design.settings().payload)},
                          {"SLOT_BITS", std::to_string(fabric.slot_bits)},
                          {"FLOW_BITS", std::to_string(fabric.flow_bits)},
                          {"TILES", std::to_string(fabric.tiles.size())},
                          {"ADDRESS", std::to_string(design.address_bits())},
                          {"STATS", std::to_string(design.settings().statistics)},
                          {"FRONT", design.settings().wishbone ? "rmc_wishbone" : "rmc_axi_lite"},
                          {"BUS", fabric_bus_connections(design, "      ")},
                          {"FINGERPRINT", fmt::format("{:016x}", design.fingerprint())}});
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) text += tile_text(design, t);
  return text + "endmodule\n`default_nettype wire\n";
}

}  // namespace romcast
