// SPDX-License-Identifier: Apache-2.0
#include "systemc/board_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <verilated.h>

#include "romcast/core/error.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/model_sources.hpp"
#include "systemc/model_store.hpp"
#include "systemc/model_work.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Kind = BoardVerilog::Kind;

constexpr const char *kMade = "made", *kNetlist = "netlist.v", *kLut = "lut.v";

// Instead of that of Yosys, which is three choices one after the other: as one of 16 bits Verilator
// writes a third less C++ of a netlist, which compiles and runs in half the time.
constexpr const char* kLutModel =
    R"(module SB_LUT4 (output O, input I0, input I1, input I2, input I3);
  parameter [15:0] LUT_INIT = 0;
  assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule
)";

const Words& verilator_options() {
  static const Words options{"--cc",        "--prefix",   "Vmodel",     "-O3",
                             "-Wno-fatal",  "--noassert", "--x-assign", "fast",
                             "--x-initial", "unique",     "--Mdir",     kMade};
  return options;
}

// The cells' models, which come with Yosys.
std::string cells() {
  const fs::path yosys = find_program("yosys");
  const fs::path file =
      fs::weakly_canonical(yosys).parent_path().parent_path() / "share/yosys/ice40/cells_sim.v";
  if (!yosys.empty() && fs::exists(file)) return file;
  throw MissingError("no models of iCE40 cells beside yosys; apt-get install yosys");
}

std::string name_of(const BoardVerilog& verilog, const ModelSources& sources) {
  std::uint64_t hash = fingerprint(fmt::format("{} {} {}", static_cast<int>(verilog.kind),
                                               fmt::join(verilator_options(), " "),
                                               verilog.kind == Kind::source ? "" : kLutModel));
  for (const auto& [name, text] : verilog.files) hash = fingerprint(text, fingerprint(name, hash));
  return sources.name(verilog.top, hash);
}

void build(const BoardVerilog& verilog, const std::string& name, const ModelSources& sources,
           const ModelCache& cache) {
  ModelWork work(cache, name, verilog.top);
  fs::create_directory_symlink(sources.root(), work.path() / "romcast");
  Words names;
  for (const auto& [file, text] : verilog.files) {
    work.write(file, text);
    names.push_back(file);
  }
  Words words = verilator_options();
  words.insert(words.end(), {"--top-module", verilog.top});
  if (verilog.kind != Kind::source) {
    if (verilog.kind == Kind::synthesise) {
      work.run({"yosys", "yosys"},
               {"-q", "-p",
                fmt::format("{}; write_verilog -noattr {}", ice40_synthesis(verilog.top, names),
                            kNetlist)},
               kNetlist);
      names = {kNetlist};
    }
    // Of two models Verilator takes the first.
    work.write(kLut, kLutModel);
    names.insert(names.end(), {kLut, cells()});
    words.insert(words.end(),
                 {"-Wno-lint", "-Wno-style", "-Wno-MODDUP", "-DNO_ICE40_DEFAULT_ASSIGNMENTS"});
  }
  words.insert(words.end(), names.begin(), names.end());
  work.run({"verilator", "verilator"}, words, fs::path(kMade) / "Vmodel.h");
  work.write("model.cc", board_model_source(work.path() / kMade));
  cache.bound(work.compile("romcast", kMade), {name});
}

FoundModel found_or_built(const BoardVerilog& verilog) {
  const ModelSources sources;
  const ModelCache cache(cache_folders(), cache_limit());
  const std::string name = name_of(verilog, sources);
  FoundModel found = cache.find(name);
  if (found.library) return found;
  build(verilog, name, sources, cache);
  found = cache.find(name);
  if (found.library) return found;
  throw MissingError(fmt::format(
      "{}: gone, though it has just been built; set ROMCAST_CACHE to a folder of your own", name));
}

}  // namespace

std::string ice40_synthesis(const std::string& top, const std::vector<std::string>& files) {
  return fmt::format("read_verilog -defer {}; synth_ice40 -top {}", fmt::join(files, " "), top);
}

BoardModel::BoardModel(const BoardVerilog& verilog)
    : context_(std::make_shared<VerilatedContext>()) {
  context_->randReset(2);
  context_->randSeed(1);
  maker_ = load_model(found_or_built(verilog).library, verilog.top);
}

BoardModel::~BoardModel() = default;

std::unique_ptr<BoardPins> BoardModel::power_up() const {
  return std::unique_ptr<BoardPins>(
      reinterpret_cast<BoardPins* (*)(VerilatedContext*)>(maker_)(context_.get()));
}

}  // namespace romcast
