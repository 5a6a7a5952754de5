// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/testbench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/design/fabric/testbench_text.hpp"
#include "romcast/design/fabric/top.hpp"

namespace romcast {
namespace {

constexpr const char* kAxiWires =
    R"(  reg s_axi_awvalid = 0, s_axi_wvalid = 0, s_axi_bready = 0, s_axi_arvalid = 0, s_axi_rready = 0;
  reg [ADDRESS+1:0] s_axi_awaddr = 0, s_axi_araddr = 0;
  reg [31:0] s_axi_wdata = 0;
  wire [2:0] s_axi_awprot = 3'd0, s_axi_arprot = 3'd0;
  wire [3:0] s_axi_wstrb = 4'hf;
  wire s_axi_awready, s_axi_wready, s_axi_bvalid, s_axi_arready, s_axi_rvalid;
  wire [1:0] s_axi_bresp, s_axi_rresp;
  wire [31:0] s_axi_rdata;
)";
constexpr const char* kAxiAccess =
    R"(    @(negedge clk);
    s_axi_awaddr = {word_address, 2'd0};
    s_axi_araddr = {word_address, 2'd0};
    s_axi_wdata = value;
    if (writes) begin
      {s_axi_awvalid, s_axi_wvalid, s_axi_bready} = 3'b111;
      #1 while (!s_axi_awready) begin
        @(negedge clk);
        #1;
      end
      @(negedge clk);
      {s_axi_awvalid, s_axi_wvalid} = 2'b00;
      while (!s_axi_bvalid) @(negedge clk);
      @(negedge clk) s_axi_bready = 0;
    end else begin
      {s_axi_arvalid, s_axi_rready} = 2'b11;
      #1 while (!s_axi_arready) begin
        @(negedge clk);
        #1;
      end
      @(negedge clk) s_axi_arvalid = 0;
      while (!s_axi_rvalid) @(negedge clk);
      result = s_axi_rdata;
      @(negedge clk) s_axi_rready = 0;
    end
)";
constexpr const char* kWishboneWires = R"(  reg wb_stb = 0, wb_we = 0;
  wire wb_cyc = wb_stb;
  wire wb_ack, wb_err;
  reg [ADDRESS-1:0] wb_adr = 0;
  reg [31:0] wb_dat_w = 0;
  wire [3:0] wb_sel = 4'hf;
  wire [31:0] wb_dat_r;
)";
constexpr const char* kWishboneAccess =
    R"(    @(negedge clk);
    wb_adr = word_address;
    wb_dat_w = value;
    wb_we = writes;
    wb_stb = 1;
    @(posedge clk);
    while (!wb_ack) @(posedge clk);
    result = wb_dat_r;
    @(negedge clk) wb_stb = 0;
)";
constexpr const char* kOwnClock = R"(  reg user_clk = 1'b0;
  always #3.7 user_clk = !user_clk;
)";

std::string bits_of(const std::vector<bool>& bits) {
  std::string text = fmt::format("{}'b", bits.size());
  for (std::size_t i = bits.size(); i-- > 0;) text += bits[i] ? '1' : '0';
  return text;
}

// Kind of a flow's words in the words file, as fabric_words_hex() describes.
unsigned kind_of(const Fabric& fabric, const FabricFlow& flow) {
  if (flow.reduction == kNoTile) return flow.credit_only ? 1 : 0;
  return 8 + static_cast<unsigned>(fabric.reductions[flow.reduction].operation);
}

}  // namespace

std::string fabric_testbench(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  const bool wishbone = design.settings().wishbone;
  std::string probes;
  std::vector<bool> ends, stalls;
  std::size_t lines = 0;
  unsigned deepest = 0;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    ends.push_back(design.has_endpoint(t));
    stalls.push_back(design.may_stall(t));
    deepest = std::max(deepest, design.rx_depth(t));
    if (!ends.back()) {
      probes += fmt::format("  assign misses[{}] = 1'b0;\n", t);
      continue;
    }
    probes += fmt::format("  assign leaves[{}] = fabric.tile_{}.from_end;\n", t, design.name(t));
    probes += fmt::format("  assign comes[{}] = fabric.tile_{}.to_end;\n", t, design.name(t));
    probes += fmt::format("  assign misses[{}] = fabric.tile_{}.missed;\n", t, design.name(t));
  }
  Cycle longest = 0, period = 0;
  for (const FabricMode& mode : fabric.modes) {
    longest = std::max(longest, mode.longest());
    period = std::max(period, mode.period);
    for (const FabricWord& word : mode.words) lines += word.after.size();
  }
  const auto number = [](auto value) { return std::to_string(value); };
  return with_values(
      fabric_testbench_text(),
      {{"TILES", number(fabric.tiles.size())},
       {"WIDTH", number(design.settings().payload)},
       {"SLOT_BITS", number(fabric.slot_bits)},
       {"FLOW_BITS", number(fabric.flow_bits)},
       {"ADDRESS", number(design.address_bits())},
       {"STATS", number(design.settings().statistics)},
       {"DRAIN", number(fabric.drain())},
       {"SIGNED", fabric.is_signed ? "1" : "0"},
       {"ON_DEMAND", design.settings().on_demand ? "1" : "0"},
       {"LOADS_0", number(design.writes(0).size())},
       {"LOADS_1", number(design.writes(1).size())},
       {"WORDS", number(lines)},
       {"FAULTS", number(std::max(fabric_faults(design).size(), std::size_t{1}))},
       {"LONGEST", number(longest)},
       {"CLOCKS", number(std::max(20 * period, 400U))},
       {"DRAIN_CLOCKS", number((deepest + 20) * 8 + 4 * period * 20)},
       {"ENDS", bits_of(ends)},
       {"STALLS", bits_of(stalls)},
       {"FINGERPRINT", fmt::format("{:016x}", design.fingerprint())},
       {"USER_CLOCK", design.settings().crossing ? kOwnClock : "  wire user_clk = clk;\n"},
       {"BUS_WIRES", wishbone ? kWishboneWires : kAxiWires},
       {"CONNECTIONS", fabric_connections(design)},
       {"PROBES", probes},
       {"FIRST", design.name(0)},
       {"ACCESS", wishbone ? kWishboneAccess : kAxiAccess},
       {"PERIOD_0", number(fabric.modes[0].period)},
       {"PERIOD_1", number(fabric.modes[1].period)},
       {"DIFFER", fabric.modes_have_equal_flows() ? "0" : "1"}});
}

std::string fabric_writes_hex(const std::vector<FabricWrite>& writes) {
  std::string text;
  for (const FabricWrite& one : writes)
    text += fmt::format("{:08x}{:08x}\n", one.address, one.data);
  return text;
}

std::vector<FabricWrite> read_fabric_writes(const std::string& file) {
  constexpr std::size_t kDigits = 16;
  std::ifstream in = open_input(file, std::uint64_t{1} << 28);
  std::vector<FabricWrite> writes;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.size() != kDigits || line.find_first_not_of("0123456789abcdef") != std::string::npos) {
      throw InputError(
          fmt::format("{}:{}: no 16 digits of a word address and its data", file, number));
    }
    writes.push_back(
        {static_cast<std::uint32_t>(std::stoul(line.substr(0, kDigits / 2), nullptr, 16)),
         static_cast<std::uint32_t>(std::stoul(line.substr(kDigits / 2), nullptr, 16))});
  }
  if (writes.empty()) throw InputError(fmt::format("{}: has no words", file));
  return writes;
}

std::string fabric_words_hex(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  std::string text;
  for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
    std::vector<FabricWord> words = fabric.modes[m].words;
    std::ranges::sort(words, {}, [&](const FabricWord& word) {
      return std::pair(fabric.flows[word.flow].from, word.slot);
    });
    for (const FabricWord& word : words) {
      const FabricFlow& flow = fabric.flows[word.flow];
      for (std::size_t i = 0; i < flow.to.size(); ++i) {
        text += fmt::format("{:01x}{:04x}{:04x}{:04x}{:04x}{:04x}{:04x}{:01x}\n", m, flow.from,
                            word.slot, flow.dest, flow.to[i], flow.ids[i], word.after[i],
                            kind_of(fabric, flow));
      }
    }
  }
  return text;
}

std::string fabric_signatures_hex(const FabricDesign& design) {
  std::string text;
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
      text += fmt::format("{:08x}{:08x}\n", design.signature(m, t, 1), design.signature(m, t, 2));
    }
  }
  return text;
}

std::string fabric_faults_hex(const std::vector<FabricFault>& faults) {
  if (faults.empty()) return std::string(40, '0') + "\n";  // Verilog has no empty memory
  std::string text;
  for (const FabricFault& fault : faults) {
    text += fmt::format("{:08x}{:08x}", fault.write.address, fault.write.data);
    for (std::size_t i = 0; i < 2; ++i) {
      const bool any = i < fault.flags.size();
      text += fmt::format("{:04x}{:08x}", any ? fault.flags[i].first : 0xffff,
                          any ? fault.flags[i].second : 0);
    }
    text += '\n';
  }
  return text;
}

}  // namespace romcast
