// SPDX-License-Identifier: Apache-2.0
#include "systemc/top_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "romcast/core/error.hpp"
#include "romcast/core/fingerprint.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/model_sources.hpp"
#include "systemc/model_store.hpp"
#include "systemc/model_work.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr const char *kMade = "made", *kCells = "cells.v", *kSettings = "settings.vlt";

const Arguments& verilator_options() {
  static const Arguments options{"--cc",        "--prefix",   "Vmodel",     "-O3",
                                 "-Wno-fatal",  "--noassert", "--x-assign", "fast",
                                 "--x-initial", "unique",     "--Mdir",     kMade};
  return options;
}

// Returns the path of Yosys's file of models of an FPGA family's cells; throws MissingError if
// there is no Yosys or no such file.
std::string yosys_cells(const std::string& family) {
  const fs::path yosys = find_program("yosys");
  const fs::path file = fs::weakly_canonical(yosys).parent_path().parent_path() / "share/yosys" /
                        family / "cells_sim.v";
  if (!yosys.empty() && fs::exists(file)) return file;
  throw MissingError(
      fmt::format("no models of {} cells beside yosys; apt-get install yosys", family));
}

std::string name_of(const TopModel& model, const ModelSources& sources) {
  const BoardVerilog& verilog = model.verilog;
  std::uint64_t hash =
      fingerprint(fmt::format("{} {} {} {}", verilog.cells, verilog.made_by,
                              verilog.netlist ? "made" : "", fmt::join(verilator_options(), " ")));
  hash = fingerprint(model.settings, hash);
  if (!verilog.cells.empty()) hash = fingerprint(sources.cells(verilog.cells), hash);
  for (const auto& [name, text] : verilog.files) hash = fingerprint(text, fingerprint(name, hash));
  return sources.name(verilog.top, model.headers, hash);
}

void build(const TopModel& model, const std::string& name, const ModelSources& sources,
           const ModelCache& cache) {
  const BoardVerilog& verilog = model.verilog;
  ModelWork work(cache, name, verilog.top);
  fs::create_directory_symlink(sources.root(), work.path() / "romcast");
  Arguments words = verilator_options();
  words.insert(words.end(), {"--top-module", verilog.top});
  if (!model.settings.empty()) {
    work.write(kSettings, model.settings);
    words.emplace_back(kSettings);
  }
  if (verilog.netlist) {
    words.push_back(verilog.netlist(
        work.path(), [&](const Tool& tool, const Arguments& arguments, const fs::path& makes) {
          work.run(tool, arguments, makes);
        }));
  } else {
    for (const auto& [file, text] : verilog.files) {
      fs::create_directories((work.path() / file).parent_path());
      work.write(file, text);
      words.push_back(file);
    }
  }
  if (!verilog.cells.empty()) {
    // Verilator uses the first of two models of the same cell, so romcast's own cells come first.
    work.write(kCells, sources.cells(verilog.cells));
    words.insert(words.end(),
                 {kCells, yosys_cells(verilog.cells), "-Wno-lint", "-Wno-style", "-Wno-MODDUP",
                  "-Wno-MULTIDRIVEN", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-DNO_INCLUDES"});
  }
  work.verilate(words, kMade);
  work.write("model.cc", model.source(work.path() / kMade));
  cache.bound(work.compile("romcast", kMade), {name});
}

FoundModel found_or_built(const TopModel& model, const ModelSettings& settings) {
  const ModelSources sources(settings);
  const ModelCache cache(cache_folders(settings), cache_limit(settings), settings.tool_seconds);
  const std::string name = name_of(model, sources);
  FoundModel found = cache.find_or_await(name);
  if (found.library) return found;
  build(model, name, sources, cache);
  found = cache.find(name);
  if (found.library) return found;
  throw MissingError(fmt::format(
      "{}: gone, though it has just been built; set ROMCAST_CACHE to a folder of your own", name));
}

}  // namespace

void* load_top(const TopModel& model, const ModelSettings& settings) {
  return load_model(found_or_built(model, settings).library, model.verilog.top);
}

}  // namespace romcast
