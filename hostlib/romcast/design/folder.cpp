// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/design/module_prefix.hpp"
#include "romcast/design/own_folder.hpp"
#include "romcast/design/texts.hpp"
#include "romcast/design/verilog_sources.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kDesignSchema = "romcast.rtl/1";
constexpr const char* kFamilies[] = {"ice40", "ecp5"};  // families whose cell models are included

std::string hex(const std::vector<std::uint32_t>& pieces, unsigned bits) {
  std::string text;
  for (unsigned digit = (bits + 3) / 4; digit-- > 0;) {
    const unsigned piece = digit / 8;
    const std::uint32_t value = piece < pieces.size() ? pieces[piece] >> (digit % 8 * 4) & 15 : 0;
    text += "0123456789abcdef"[value];
  }
  return text;
}

// Text of load.hex: one line {target, address, word}, in hexadecimal, for each loaded word.
std::string load_text(const RtlDesign& design) {
  std::string text;
  for (const RtlLoad& load : design.loads) {
    // Bit by bit, as the width of the word need not be a multiple of 4.
    std::vector<std::uint32_t> record((design.word_bits + 48 + 31) / 32);
    const auto put = [&](std::uint32_t value, unsigned at, unsigned bits) {
      for (unsigned i = 0; i < bits; ++i) {
        if ((value >> i & 1) != 0) record[(at + i) / 32] |= 1U << ((at + i) % 32);
      }
    };
    for (unsigned i = 0; i < design.word_bits; i += 32) {
      const std::size_t piece = i / 32;
      put(piece < load.pieces.size() ? load.pieces[piece] : 0, i,
          std::min(32U, design.word_bits - i));
    }
    put(load.address, design.word_bits, 32);
    put(load.target, design.word_bits + 32, 16);
    text += hex(record, design.word_bits + 48) + "\n";
  }
  return text;
}

struct Totals {
  std::uint64_t cycles = 0, hops = 0, delivered = 0;
};

// The total to which a register contributes; for hops, `none` if the nodes have no counters.
RtlRegister::Total total_of(const RtlDesign& design, const RtlRegister& one) {
  const bool known = design.statistics || one.total != RtlRegister::Total::hops;
  return known ? one.total : RtlRegister::Total::none;
}

// Text of expected.hex: one line {total, address, value}, in hexadecimal, for each register with an
// expected value.
std::string expected_text(const RtlDesign& design) {
  std::string text;
  for (const RtlRegister& one : design.registers) {
    if (!one.expected) continue;
    text += fmt::format("{:01x}{:06x}{:08x}\n", static_cast<unsigned>(total_of(design, one)),
                        one.address, *one.expected);
  }
  return text;
}

// Totals that the testbench measures: the plan's, or, if nodes have no counters, those that the
// processors' registers give.
Totals totals_of(const RtlDesign& design, const Verdict& verdict) {
  if (design.statistics) return {verdict.cycles, verdict.hops, verdict.delivered};
  Totals totals;
  for (const RtlRegister& one : design.registers) {
    const std::uint64_t value = one.expected.value_or(0);
    if (total_of(design, one) == RtlRegister::Total::cycles) {
      totals.cycles = std::max(totals.cycles, value);
    }
    if (total_of(design, one) == RtlRegister::Total::delivered) totals.delivered += value;
  }
  return totals;
}

Json design_json(const Json& scenario, const RtlDesign& design, const Verdict& verdict,
                 const std::vector<std::string>& files) {
  Json targets = Json::array(), registers = Json::array();
  for (const RtlTarget& target : design.targets) {
    targets.push_back({{"target", targets.size()}, {"what", target.what}, {"bits", target.bits}});
  }
  for (const RtlRegister& one : design.registers) {
    registers.push_back({{"address", one.address},
                         {"node", one.node},
                         {"register", one.name},
                         {"expected", one.expected ? Json(*one.expected) : Json(nullptr)}});
  }
  return {
      {"schema", kDesignSchema}, {"scenario", scenario},           {"cycles", verdict.cycles},
      {"hops", verdict.hops},    {"delivered", verdict.delivered}, {"word_bits", design.word_bits},
      {"targets", targets},      {"registers", registers},         {"files", files}};
}

void write_folder(const std::string& folder, const Json& scenario, const RtlDesign& design,
                  const Verdict& verdict, const Totals& totals) {
  OutputFolder output(folder);
  check_own_folder(folder, {"design.json", kDesignSchema, "romcast rtl"});
  const VerilogSources sources;
  std::set<std::string> modules;
  for (const std::string& module : design.modules) modules.merge(sources.below(module));
  std::error_code failed;
  for (const char* of : {"rtl", "cells"}) {
    fs::create_directory(fs::path(output.work_path()) / of, failed);
  }
  for (const char* family : kFamilies) {
    output.write(fmt::format("cells/{}.v", family), sources.cells(family));
  }
  std::vector<std::string> verilog;
  for (const std::string& module : modules) {
    verilog.push_back(fmt::format("rtl/{}.v", prefixed(module)));
    output.write(verilog.back(), with_prefixed(sources.text(module), modules));
  }
  verilog.emplace_back("romcast_network.v");
  const RtlFigures figures{
      totals.cycles,
      design.end,
      totals.hops,
      totals.delivered,
      design.word_bits,
      design.loads.size(),
      static_cast<std::size_t>(std::ranges::count_if(
          design.registers, [](const RtlRegister& one) { return one.expected.has_value(); }))};
  std::vector<std::string> files;
  const auto write = [&](const char* name, const std::string& text) {
    output.write(name, text);
    files.emplace_back(name);
  };
  write("romcast_network.v", with_prefixed(design.top, modules));
  write("romcast_network_tb.v", testbench_text(figures));
  write("load.hex", load_text(design));
  write("expected.hex", expected_text(design));
  write("files.f", fmt::format("{}\n", fmt::join(verilog, "\n")));
  write("romcast_network.core", core_text(verilog));
  write("Makefile", makefile_text(figures));
  write("README.md", readme_text(figures));
  output.write("design.json", design_json(scenario, design, verdict, files).dump(1) + "\n");
  output.commit();
}

}  // namespace

RtlSummary write_rtl(const std::string& folder, Run& run, bool statistics) {
  run.check_hardware();
  if (const auto shallow = run.shallow()) throw *shallow;
  const Verdict& verdict = run.expected().verdict;
  if (verdict.violation_count > 0) {
    throw InputError(
        fmt::format("the plan is illegal, first in cycle {}: {}; romcast plan shows it",
                    verdict.violations.front().cycle, verdict.violations.front().text));
  }
  const RtlDesign design = verilog_design(run, {}, statistics);
  Json scenario = run.job().json();
  scenario["control"] = run.nodes().control;
  const Totals totals = totals_of(design, verdict);
  write_folder(folder, scenario, design, verdict, totals);
  return {.nodes = run.network().switches(),
          .processors = run.network().processors(),
          .words = design.loads.size(),
          .word_bits = design.word_bits,
          .cycles = totals.cycles,
          .hops = totals.hops,
          .delivered = totals.delivered};
}

}  // namespace romcast
