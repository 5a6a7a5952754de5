// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_sources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "model_headers.inc"
#include "romcast/core/error.hpp"
#include "romcast/core/fingerprint.hpp"
#include "systemc/installation.hpp"
#include "systemc/model_edge.hpp"
#include "systemc/model_recipe.hpp"
#include "systemc/verilog_modules.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// The headers with which models are compiled.
constexpr std::array kHeaders{"combining/combining_bank.hpp",
                              "crossbar/crossbar_bank.hpp",
                              "described_bank.hpp",
                              "fabric.hpp",
                              "logp/logp_bank.hpp",
                              "node_bank.hpp",
                              "verilated_bank.hpp"};

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

fs::path sources() {
  const std::string given = environment("ROMCAST_ROOT");
  if (!given.empty()) return fs::absolute(given);
  const fs::path installed = installed_sources();
  return installed.empty() ? fs::path(ROMCAST_SOURCE_DIR) : installed;
}

// Program and models share objects, so their headers must agree on the layout.
void check_headers(const fs::path& root) {
  const fs::path folder = root / "systemc";
  if (contents(folder / "fabric.hpp") == kFabricHeader &&
      contents(folder / "node_bank.hpp") == kNodeBankHeader) {
    return;
  }
  throw MissingError(fmt::format(
      "{}: not the sources that this romcast was built from; build it again (make), or set "
      "ROMCAST_ROOT to the folder of its sources",
      root.string()));
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t environment_number(const char* name, std::uint64_t usual) {
  const std::string given = environment(name);
  if (given.empty()) return usual;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
  if (error == std::errc() && end == given.data() + given.size() && number > 0) return number;
  throw InputError(fmt::format("{}={}: no whole number; give one from 1 on", name, given));
}

const char* verilator_includes() { return ROMCAST_VERILATOR_INCLUDE; }
const char* model_compiler() { return ROMCAST_CXX; }

ModelSources::ModelSources() {
  root_ = sources();
  for (const fs::path& file : files_in(root_ / "rtl", ".v")) {
    verilog_[file.stem().string()] += contents(file);
  }
  if (verilog_.empty()) {
    throw MissingError(
        fmt::format("no Verilog in {}; set ROMCAST_ROOT to the romcast source folder",
                    (root_ / "rtl").string()));
  }
  check_headers(root_);
  fingerprint_ = fingerprint("");
  for (const char* header : kHeaders) {
    fingerprint_ = fingerprint(contents(root_ / "systemc" / header), fingerprint_);
  }
  const fs::path version = fs::path(verilator_includes()) / "verilated_config.h";
  fingerprint_ = fingerprint(contents(version), fingerprint_);
  fingerprint_ = fingerprint(known_schedulers(), fingerprint_);
}

fs::path ModelSources::file_of(const std::string& module) const {
  const auto files = files_in(root_ / "rtl", ".v");
  const auto file = std::ranges::find(files, fs::path(module), &fs::path::stem);
  if (file != files.end()) return file->lexically_relative(root_);
  throw MissingError(
      fmt::format("no module {} in {}; set ROMCAST_ROOT to the romcast source folder", module,
                  (root_ / "rtl").string()));
}

const std::string& ModelSources::text(const std::string& module) const {
  const auto found = verilog_.find(module);
  if (found != verilog_.end()) return found->second;
  (void)file_of(module);  // throws if it is missing
  return verilog_.at(module);
}

std::string ModelSources::cells(const std::string& family) const {
  const fs::path file = root_ / "fpga/cells" / (family + ".v");
  std::string text = contents(file);
  if (!text.empty()) return text;
  throw MissingError(
      fmt::format("no {}; set ROMCAST_ROOT to the romcast source folder", file.string()));
}

std::set<std::string> ModelSources::below(const std::string& module) const {
  return modules_below(module, verilog_);
}

std::vector<DescribedPort> ModelSources::ports(const std::string& module) const {
  const auto text = verilog_.find(module);
  return text == verilog_.end() ? std::vector<DescribedPort>() : described_ports(text->second);
}

std::string ModelSources::name(const ModelSpec& spec) const {
  std::string key;
  for (const auto& [name, value] : spec.parameters) key += fmt::format(" {}={}", name, value);
  key += verilator_settings(spec);
  key +=
      fmt::format(" {} {} {} {} {} {} {} {} {} {} {}", spec.lanes, spec.ports, spec.flit_bytes,
                  spec.shared_data, static_cast<int>(spec.recording), static_cast<int>(spec.kind),
                  model_compiler(), ROMCAST_CXX_VERSION, fmt::join(compiler_flags(), " "),
                  fmt::join(verilator_flags(spec), " "), fmt::join(spec.without, " "));
  std::uint64_t hash = fingerprint(key, fingerprint_);
  for (const std::string& module : modules_below(spec.module, verilog_)) {
    hash = fingerprint(verilog_.at(module), hash);
  }
  return fmt::format("romcast-{}-{:016x}", spec.module, hash);
}

std::string ModelSources::name(const std::string& top, std::uint64_t made_of) const {
  const std::string tools = fmt::format("{:016x} {} {} {}", made_of, model_compiler(),
                                        ROMCAST_CXX_VERSION, fmt::join(compiler_flags(), " "));
  const std::uint64_t hash = fingerprint(contents(root_ / "systemc/board_pins.hpp"), fingerprint_);
  return fmt::format("romcast-{}-{:016x}", top, fingerprint(tools, hash));
}

}  // namespace romcast
