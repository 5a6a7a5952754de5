// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_sources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "model_headers.inc"
#include "romcast/core/error.hpp"
#include "romcast/core/fingerprint.hpp"
#include "romcast/support/files.hpp"
#include "systemc/model_edge.hpp"
#include "systemc/model_recipe.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Headers with which the models of nodes, lines, crossbars and the time base are compiled. The
// names of all models, also of boards and fabrics, depend on these headers.
constexpr std::array kHeaders{"combining/combining_bank.hpp",
                              "crossbar/crossbar_bank.hpp",
                              "described_bank.hpp",
                              "fabric.hpp",
                              "logp/logp_bank.hpp",
                              "store/line_bank.hpp",
                              "model_bank.hpp",
                              "node_bank.hpp",
                              "verilated_bank.hpp",
                              "verilated_time_base.hpp"};

// Program and models share objects, whose layouts would differ if the headers differed.
void check_headers(const fs::path& root) {
  const fs::path folder = root / "systemc";
  if (contents(folder / "fabric.hpp") == kFabricHeader &&
      contents(folder / "node_bank.hpp") == kNodeBankHeader &&
      contents(folder / "model_bank.hpp") == kModelBankHeader) {
    return;
  }
  throw MissingError(fmt::format(
      "{}: not the sources that this romcast was built from; build it again (make), or set "
      "ROMCAST_ROOT to the folder of its sources",
      root.string()));
}

}  // namespace

const char* verilator_includes() { return ROMCAST_VERILATOR_INCLUDE; }
const char* model_compiler() { return ROMCAST_CXX; }

ModelSources::ModelSources(const ModelSettings& settings)
    : VerilogSources(settings), fingerprint_(fingerprint("")) {
  check_headers(root());
  for (const char* header : kHeaders) {
    fingerprint_ = fingerprint(contents(root() / "systemc" / header), fingerprint_);
  }
  const fs::path version = fs::path(verilator_includes()) / "verilated_config.h";
  fingerprint_ = fingerprint(contents(version), fingerprint_);
  fingerprint_ = fingerprint(known_schedulers(), fingerprint_);
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
  for (const std::string& module : below(spec.module)) {
    hash = fingerprint(text(module), hash);
  }
  return fmt::format("romcast-{}-{:016x}", spec.module, hash);
}

std::string ModelSources::name(const std::string& top, const std::vector<std::string>& headers,
                               std::uint64_t made_of) const {
  const std::string tools = fmt::format("{:016x} {} {} {}", made_of, model_compiler(),
                                        ROMCAST_CXX_VERSION, fmt::join(compiler_flags(), " "));
  std::uint64_t hash = fingerprint_;
  for (const std::string& header : headers) {
    hash = fingerprint(contents(root() / "systemc" / header), hash);
  }
  return fmt::format("romcast-{}-{:016x}", top, fingerprint(tools, hash));
}

}  // namespace romcast
