// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/design.hpp"

#include <fmt/format.h>

#include "romcast/core/fingerprint.hpp"
#include "romcast/design/verilog_sources.hpp"
#include "romcast/machines/nodes.hpp"

namespace romcast {
namespace {

constexpr const char* kTop = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast board. A network behind a serial line.
`default_nettype none
module romcast_board (
    input  wire clk,
    input  wire rx,
    output wire tx
);
{clocking}

  wire network_rst, start, ready, load_valid;
  wire [15:0] load_target;
  wire [31:0] load_address, cycle, register_value;
  wire [{word_high}:0] load_word;
  wire [23:0] read_address;
  reg [31:0] read_value;
  always @(posedge {clock}) read_value <= read_address == 24'hffffff ? cycle : register_value;

  frame_bridge #(
      .CLOCKS_PER_BIT({clocks}),
      .WORD_BITS({bits}),
      .ID_WORDS(16)
  ) bridge (
      .clk({clock}),
      .rst(rst),
      .id({{{id}}}),
      .rx(rx),
      .tx(tx),
      .network_rst(network_rst),
      .start(start),
      .ready(ready),
      .load_valid(load_valid),
      .load_target(load_target),
      .load_address(load_address),
      .load_word(load_word),
      .read_address(read_address),
      .read_value(read_value)
  );
  romcast_network #(
      .BOOT(0)
  ) network (
      .clk({clock}),
      .rst(network_rst),
      .start(start),
      .ready(ready),
      .load_valid(load_valid),
      .load_target(load_target),
      .load_address(load_address),
      .load_word(load_word),
      .cycle(cycle),
      .read_address(read_address),
      .read_value(register_value)
  );
endmodule
`default_nettype wire
)";

constexpr const char* kAwake = R"(  // Resets itself once it has power.
  reg [3:0] awake = 4'd0;
  wire rst = awake != 4'd15;
  always @(posedge clk) if (rst) awake <= awake + 4'd1;)";

constexpr const char* kLocked = R"(
  // Resets itself until the PLL has locked.
  reg [1:0] steady = 2'd0;
  reg [3:0] awake = 4'd0;
  wire rst = awake != 4'd15;
  always @(posedge clock) begin
    steady <= {steady[0], locked};
    if (!steady[1]) awake <= 4'd0;
    else if (rst) awake <= awake + 4'd1;
  end)";

std::string top_text(const board::Identity& identity, const std::string& pll) {
  std::string id;
  for (const std::uint32_t word : identity.words()) {
    id = fmt::format("32'h{:08x}{}{}", word, id.empty() ? "" : ", ", id);
  }
  return fmt::format(fmt::runtime(kTop), fmt::arg("word_high", identity.word_bits - 1),
                     fmt::arg("bits", identity.word_bits),
                     fmt::arg("clocks", identity.clocks_per_bit), fmt::arg("id", id),
                     fmt::arg("clock", pll.empty() ? "clk" : "clock"),
                     fmt::arg("clocking", pll.empty() ? kAwake : pll + kLocked));
}

// The network's top module, and all modules that it instantiates, directly or indirectly.
VerilogTexts network_texts(const RtlDesign& network, const VerilogSources& sources) {
  std::set<std::string> modules;
  for (const std::string& module : network.modules) modules.merge(sources.below(module));
  VerilogTexts files{{"romcast_network.v", network.top}};
  for (const std::string& module : modules) files.emplace_back(module + ".v", sources.text(module));
  return files;
}

// Settings of parameter SLOTS_IN_RAM, as RtlSizes writes them.
constexpr std::string_view kInRam = ".SLOTS_IN_RAM(1)", kInRegisters = ".SLOTS_IN_RAM(0)";

std::string in_registers(std::string text) {
  for (std::size_t at = 0; (at = text.find(kInRam, at)) != std::string::npos;) {
    text.replace(at, kInRam.size(), kInRegisters);
  }
  return text;
}

// Sets the size of the boot ROM to 1: boards do not use the boot ROM, so the size of the ROM must
// not affect the identity.
std::string without_boot_size(std::string top) {
  const std::string parameter = ".WORDS(";
  const std::size_t at = top.find(parameter);
  if (at == std::string::npos) return top;
  const std::size_t begin = at + parameter.size();
  return top.replace(begin, top.find(')', begin) - begin, "1");
}

// Describes a design; board_design() keeps the first 32 characters.
std::string summary(Run& run, const std::string& control) {
  const Topology& topology = run.network();
  return fmt::format("{} {} {} {}", topology.network(), topology.processors(),
                     run.job().problem.ports.single() ? "single" : "multi", control);
}

}  // namespace

BoardDesign board_design(RtlDesign network, const std::string& text, unsigned clocks_per_bit) {
  network.top = without_boot_size(std::move(network.top));
  std::uint64_t hash = kNoFingerprint;
  for (const auto& [name, content] : network_texts(network, VerilogSources())) {
    hash = fingerprint(in_registers(content), hash);
  }
  board::Identity identity{.network = hash,
                           .word_bits = network.word_bits,
                           .clocks_per_bit = clocks_per_bit,
                           .sizes = {static_cast<std::uint16_t>(network.room.words),
                                     static_cast<std::uint16_t>(network.room.places)},
                           .text = text.substr(0, 32)};
  return {std::move(network), std::move(identity)};
}

bool BoardDesign::queues_in_ram() const { return network.top.find(kInRam) != std::string::npos; }

BoardVerilog BoardDesign::verilog(bool registers) const {
  const VerilogSources sources;
  VerilogTexts files = network_texts(network, sources);
  if (registers) {
    for (auto& [name, text] : files) text = in_registers(std::move(text));
  }
  for (const std::string& module : sources.below("frame_bridge")) {
    files.emplace_back(module + ".v", sources.text(module));
  }
  files.emplace_back("romcast_board.v", top_text(identity, pll));
  return {.files = std::move(files), .top = "romcast_board"};
}

BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room) {
  const std::string control = run.nodes().control;
  RtlDesign network = verilog_design(run, room);
  const Cycle end = network.end;
  return {.design = board_design(std::move(network), summary(run, control), clocks_per_bit),
          .control = control,
          .end = end};
}

}  // namespace romcast
