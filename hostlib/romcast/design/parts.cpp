// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/design/words.hpp"

namespace romcast {
namespace {

// A wire of `bits` bits, extended to `to` bits by zeros above its highest bit.
std::string padded(const std::string& wire, unsigned bits, unsigned to) {
  if (bits == to) return wire;
  return fmt::format("{{{}, {}}}", verilog_zero(to - bits), wire);
}

// Verilog that sets `register_at` to the register that the lowest `bits` bits of `at` select.
std::string cases_of(const std::map<std::uint32_t, std::string>& registers, unsigned bits) {
  const unsigned low = bits <= 4 ? 0 : (bits - 1) / 4 * 4;
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>> by_digit;
  for (const auto& [address, wire] : registers) {
    by_digit[address >> low][address & ((1U << low) - 1)] = wire;
  }
  std::string text = fmt::format("      case (at[{}:{}])\n", bits - 1, low);
  for (const auto& [digit, below] : by_digit) {
    text += fmt::format("        {}'d{}:", bits - low, digit);
    text += low == 0 ? fmt::format(" register_at = {};\n", below.begin()->second)
                     : "\n" + cases_of(below, low);
  }
  return text + "        default: ;\n      endcase\n";
}

}  // namespace

std::uint32_t RtlParts::add_target(std::string what, unsigned bits, bool strap) {
  design_.targets.push_back({std::move(what), bits, strap});
  return static_cast<std::uint32_t>(design_.targets.size() - 1);
}

void RtlParts::load(std::uint32_t target, std::uint32_t address,
                    std::vector<std::uint32_t> pieces) {
  design_.loads.push_back({target, address, std::move(pieces)});
}

void RtlParts::declare(const std::string& name, unsigned bits) {
  nets_ += bits == 1 ? fmt::format("  wire {};\n", name)
                     : fmt::format("  wire [{}:0] {};\n", bits - 1, name);
  used_ += fmt::format(",\n      {}", name);
}

void RtlParts::add_register(const RtlRegister& one, const std::string& wire, unsigned bits) {
  const bool fits = bits <= kRtlShownBits;
  Part& part = parts_[one.address / kRtlRegistersOfPart];
  const unsigned shown = fits ? bits : 1;
  part.bits = std::max(part.bits, shown);
  part.reads.push_back({one.address % kRtlRegistersOfPart, fits ? wire : "|" + wire, shown});
  design_.registers.push_back(one);
}

void RtlParts::add_instance(const VerilogInstance& instance) {
  design_.modules.insert(instance.module);
  body_ += instance.text();
}

void RtlParts::wait_for(const std::string& net) { ready_ += fmt::format(" && {}", net); }

// Verilog of the read port. To keep paths short, one clock selects a register within each part (a
// node, a lane or a delay line), the next clock selects the part.
std::string RtlParts::reads() const {
  const unsigned bits = field_bits(parts_.empty() ? 1 : parts_.rbegin()->first + 1);
  std::string declared, steps, choice;
  for (const auto& [number, part] : parts_) {
    declared += fmt::format("  reg [{}:0] part{};\n", part.bits - 1, number);
    steps += "    case (place)\n";
    for (const Read& read : part.reads) {
      steps += fmt::format("      4'd{}: part{} <= {};\n", read.place, number,
                           padded(read.wire, read.bits, part.bits));
    }
    steps +=
        fmt::format("      default: part{} <= {};\n    endcase\n", number, verilog_zero(part.bits));
    choice += fmt::format("      {}'d{}: read_value <= {};\n", bits, number,
                          padded(fmt::format("part{}", number), part.bits, kRtlShownBits));
  }
  return fmt::format(
      R"(  // Read port: the register of each part at this place, then that of the part.
  reg [3:0] place;
  reg [{}:0] part;
{}  always @(posedge clk) begin
    {{part, place}} <= read_address[{}:0];
{}    case (part)
{}      default: read_value <= 32'd0;
    endcase
  end
`ifdef __ICARUS__  // with it the testbench reads registers without a clock, which evaluates all nodes
{}`endif
)",
      bits - 1, declared, bits + 3, steps, choice, register_function(bits + 4));
}

// A function for Icarus Verilog that selects a register by one hexadecimal digit after the other:
// Icarus tries the items of a case in turn, so nested cases are faster than one long case.
std::string RtlParts::register_function(unsigned bits) const {
  std::map<std::uint32_t, std::string> registers;
  for (const auto& [number, part] : parts_) {
    for (const Read& read : part.reads) {
      registers[number * kRtlRegistersOfPart + read.place] =
          padded(read.wire, read.bits, kRtlShownBits);
    }
  }
  return fmt::format(
      R"(  function [31:0] register_at;
    input [{0}:0] at;
    begin
      register_at = 32'd0;
{1}    end
  endfunction
)",
      bits - 1, cases_of(registers, bits));
}

RtlDesign RtlParts::finished() && {
  for (const char* always : {"time_base", "image_loader"}) design_.modules.insert(always);
  for (const RtlTarget& target : design_.targets) {
    design_.word_bits = std::max(design_.word_bits, target.bits);
  }
  design_.top = top();
  return std::move(design_);
}

std::string RtlParts::top() const {
  const unsigned bits = design_.word_bits, record = bits + 48;
  const unsigned target_bits = field_bits(design_.targets.size());
  return fmt::format(
      R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast rtl. A network with its processors; README.md says how it is loaded, run and read.
`default_nettype none
module romcast_network #(
    parameter BOOT      = 1,          // 1: loads itself after a reset; 0: by the load port
    parameter BOOT_FILE = "load.hex"
) (
    input wire clk,
    input wire rst,
    input wire start,   // stays high from when the run may begin
    output wire ready,  // everything is loaded, as far as BOOT is concerned

    // Load port, before `start`: one word per clock, then one clock of rest.
    input wire        load_valid,
    input wire [15:0] load_target,
    input wire [31:0] load_address,
    input wire [{word_high}:0] load_word,

    output wire [31:0] cycle,  // network time

    // Read port: the register at an address, three clocks later.
    input wire [23:0] read_address,
    output reg [31:0] read_value
);
  // `rst` may change at any time: it passes two registers.
  (* async_reg = "true" *) reg [1:0] reset_before;
  always @(posedge clk) reset_before <= {{reset_before[0], rst}};
  wire reset = reset_before[1];

  wire boot_valid, boot_done;
  wire [{record_high}:0] boot_word;
  generate
    if (BOOT != 0) begin : g_boot
      image_loader #(
          .WORD_BITS({record}),
          .WORDS({words}),
          .FILE(BOOT_FILE)
      ) loader (
          .clk(clk),
          .rst(reset),
          .valid(boot_valid),
          .word(boot_word),
          .done(boot_done)
      );
    end else begin : g_port
      assign boot_valid = 1'b0;
      assign boot_word = {{{record}{{1'b0}}}};
      assign boot_done = 1'b1;
    end
  endgenerate

  // Words to be loaded, as long on the way as the reset. Of a target's number no more bits count than
  // there are.
  reg load_before, load;
  reg [{record_high}:0] loaded_before;
  reg [15:0] loaded_target;
  reg [31:0] load_at;
  reg [{word_high}:0] word;
  always @(posedge clk) begin
    load_before <= BOOT != 0 ? boot_valid : load_valid;
    loaded_before <= BOOT != 0 ? boot_word : {{load_target, load_address, load_word}};
    load <= load_before && !reset_before[0];
    {{loaded_target, load_at, word}} <= loaded_before;
  end
  wire [15:0] target = {target};

  // Parts that look ahead start a clock before the network time.
  reg ahead, run;
  wire [{time_high}:0] now;
  reg [{time_high}:0] now_before;
  always @(posedge clk) begin
    ahead <= !reset && (ahead || (start && ready && !load_before && !load));
    run <= !reset && ahead;
    now_before <= now;
  end
  time_base #(
      .TIME_BITS({time_bits})
  ) network_time (
      .clk(clk),
      .rst(reset),
      .run(run),
      .cycle(now)
  );
  assign cycle = {cycle};

{nets}{body}
  assign ready = boot_done{ready};

{reads}
  wire unused = &{{1'b0, now_before, load, loaded_target, load_at, word, ahead, read_address{unused}}};
endmodule
`default_nettype wire
)",
      fmt::arg("target",
               padded(fmt::format("loaded_target[{}:0]", target_bits - 1), target_bits, 16)),
      fmt::arg("word_high", bits - 1), fmt::arg("record", record),
      fmt::arg("record_high", record - 1), fmt::arg("words", design_.loads.size()),
      fmt::arg("time_high", time_bits_ - 1), fmt::arg("time_bits", time_bits_),
      fmt::arg("cycle", padded("now", time_bits_, kRtlShownBits)), fmt::arg("nets", nets_),
      fmt::arg("body", body_), fmt::arg("reads", reads()), fmt::arg("ready", ready_),
      fmt::arg("unused", used_));
}

}  // namespace romcast
