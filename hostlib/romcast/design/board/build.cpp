// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/design/board/ecp5_tools.hpp"
#include "romcast/design/board/synthesis.hpp"
#include "romcast/design/verilog_sources.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/report/report.hpp"
#include "romcast/support/tool.hpp"
#include "romcast/support/work_folder.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kPlaced = "board.asc", *kBits = "board.bit", *kReport = "report.json";
constexpr const char* kPins = "pins";
constexpr const char* kFreeRows = "free_rows.py";
constexpr const char* kIce40Package = "nextpnr-ice40";

// Maximum number of builds of fastest(). A new clock changes the divider of the serial line, and
// hence the placement, so that the design may miss a clock that the previous placement reached.
constexpr int kTries = 5;

enum class Kind { none, bits, placed, verilog, json };

bool can_place(const BoardManifest& board) {
  return board.family == "ice40" ||
         (!ecp5_tool("nextpnr-ecp5").empty() && !ecp5_tool("ecppack").empty());
}

Kind kind_of(const BoardBuild& build, const BoardManifest& board) {
  if (build.output.empty()) return Kind::none;
  const std::string extension = fs::path(build.output).extension();
  const char* const placed = board.family == "ice40" ? ".asc" : ".config";
  const bool bits = extension == ".bit" || extension == ".bin";
  if ((bits || extension == placed) && !can_place(board)) {
    throw MissingError({"output", build.output}, "nextpnr-ecp5 and ecppack are not installed",
                       "`make board-packages` fetches them from Debian 13");
  }
  if (extension == placed) return Kind::placed;
  if (bits) return Kind::bits;
  if (extension == ".v") return Kind::verilog;
  if (extension == ".json") return Kind::json;
  throw InputError(
      {"output", build.output},
      fmt::format("its name says what it is: .bit, {}, .json or .v (the netlist)", placed));
}

// Builds a board in a temporary folder.
class Workshop {
 public:
  Workshop(const BoardDesign& design, BoardFigures& figures, const Progress& progress)
      : design_(design),
        figures_(figures),
        progress_(progress),
        work_(temporary_work_folder("romcast-board")) {}

  void synthesise() {
    tell("synthesising the board");
    const CellCount made =
        romcast::synthesise(design_, figures_.board, work_.path(),
                            [this](const Tool& tool, const std::vector<std::string>& words,
                                   const fs::path& makes) { run(tool, words, makes); });
    figures_.luts = made.luts;
    figures_.flip_flops = made.flip_flops;
    figures_.block_rams = made.block_rams;
    check_size(figures_.luts, figures_.block_rams);
  }

  void place(const BoardBuild& build) {
    tell("placing and routing");
    const BoardManifest& board = figures_.board;
    // Tools that run in another root folder see only the work folder, so copy the pins into it.
    fs::copy_file(board.constraints, work_.path() / kPins);
    const bool ice40 = board.family == "ice40";
    const Tool tool = ice40 ? Tool{"nextpnr-ice40", kIce40Package}
                            : Tool{ecp5_tool("nextpnr-ecp5"), "nextpnr-ecp5"};
    std::vector<std::string> words = ice40 ? std::vector<std::string>{} : ways_on_ecp5();
    words.insert(
        words.begin(),
        {"--" + board.part, "--package", board.package, ice40 ? "--pcf" : "--lpf", kPins, "--json",
         kBoardJson, ice40 ? "--asc" : "--textcfg", kPlaced, "--report", kReport, "--freq",
         std::to_string(aim(build)), "--timing-allow-fail", "--seed", std::to_string(build.seed)});
    try {
      run(tool, words, kReport);
    } catch (const MissingError&) {
      refuse_if_full(work_.text(kToolLog));
      refuse_wrong_pins(work_.text(kToolLog));
      throw;
    }
    const Json report = Json::parse(work_.text(kReport));
    const Json& use = report["utilization"][ice40 ? "ICESTORM_LC" : "TRELLIS_COMB"];
    figures_.cells = use["used"].get<std::size_t>() - cells_of_free_rows();
    for (const Json& clock : report["fmax"]) figures_.most_megahertz = clock["achieved"];
  }

  void pack() {
    const bool ice40 = figures_.board.family == "ice40";
    run(ice40 ? Tool{"icepack", "fpga-icestorm"} : Tool{ecp5_tool("ecppack"), "fpga-trellis"},
        {kPlaced, kBits}, kBits);
  }

  [[nodiscard]] std::string made(const char* file) const { return work_.text(file); }

 private:
  void tell(const char* phase) const {
    if (progress_) progress_(phase, -1);
  }

  // Options of nextpnr-ecp5 for a design that fills 1/3 to 1/2 of the chip: every third row of the
  // chip stays without LUTs, so that the router succeeds. Empty for smaller and larger designs.
  [[nodiscard]] std::vector<std::string> ways_on_ecp5() const {
    const std::size_t cells = figures_.board.logic_cells;
    if (figures_.luts < cells / 3 || figures_.luts > cells / 2) return {};
    write_file((work_.path() / kFreeRows).string(), VerilogSources().free_rows());
    return {"--router", "router2", "--pre-pack", kFreeRows};
  }

  // Number of LUTs in the free rows, which nextpnr counts as used.
  [[nodiscard]] std::size_t cells_of_free_rows() const {
    std::smatch found;
    const std::string log = work_.text(kToolLog);
    const bool has = std::regex_search(log, found, std::regex("free_rows: ([0-9]+) LUTs"));
    return has ? std::stoul(found[1]) : 0;
  }

  // Target frequency in MHz for nextpnr; at least the clock of the PLL, if it clocks the design.
  [[nodiscard]] unsigned aim(const BoardBuild& build) const {
    if (!figures_.board.clocked_by_pll()) return build.aim;
    return std::max(build.aim, static_cast<unsigned>(std::ceil(figures_.board.megahertz)));
  }

  // Throws if the design is too large for the part.
  void check_size(std::size_t cells, std::size_t rams) const {
    const BoardManifest& board = figures_.board;
    if (cells <= board.logic_cells && rams <= board.block_rams) return;
    std::string other = "none of these boards has room; take fewer nodes, or shallower queues";
    for (const BoardManifest& one : board_manifests()) {
      // Placement needs somewhat more logic cells than LUTs.
      if (one.logic_cells < cells + cells / 8 || one.block_rams < rams) continue;
      other =
          fmt::format("`board` {} has room ({} and {})", one.name, one.logic_cells, one.block_rams);
      break;
    }
    throw InputError(
        fmt::format("`board` {}: the design needs {} logic cells and {} block RAMs, the board has "
                    "{} and {}; {}",
                    board.name, cells, rams, board.logic_cells, board.block_rams, other));
  }

  void refuse_if_full(const std::string& log) const {
    if (!std::regex_search(log, std::regex("Unable to (place|find legal placement)"))) return;
    std::smatch found;
    const std::regex used("(?:ICESTORM_LC|TRELLIS_COMB): *([0-9]+)/");
    const bool told = std::regex_search(log, found, used);
    const std::size_t cells = told ? std::stoul(found[1]) : figures_.board.logic_cells + 1;
    check_size(std::max(cells, figures_.board.logic_cells + 1), figures_.block_rams);
  }

  // Throws if the tool reports an error about the package, the pins and their constraints, or the
  // PLL.
  void refuse_wrong_pins(const std::string& log) const {
    const std::regex complaint("ERROR: (.*(package|pin|PCF|constrain|PLL).*)");
    std::smatch found;
    if (!std::regex_search(log, found, complaint)) return;
    throw InputError(
        fmt::format("`board` {}: its package, its PLL or its pins in {} are not those of its "
                    "part: {} (so nextpnr)",
                    figures_.board.name, figures_.board.constraints.string(), found[1].str()));
  }

  void run(const Tool& tool, const std::vector<std::string>& words, const fs::path& makes) const {
    const auto trouble = run_for(tool, words, work_, makes);
    if (!trouble) return;
    throw MissingError(fmt::format("{} {}, building for board {}; {}", tool.program, trouble->what,
                                   figures_.board.name, trouble->remedy));
  }

  const BoardDesign& design_;
  BoardFigures& figures_;
  const Progress& progress_;
  WorkFolder work_;
};

bool fast_enough(const BoardFigures& made) {
  return made.most_megahertz.value_or(0) >= made.board.megahertz;
}

[[noreturn]] void refuse_slow(const BoardFigures& made) {
  throw InputError(fmt::format(
      "`board` {}: the design runs at {:.1f} MHz, {} clock has {:g}; take {}a smaller network, "
      "another `seed` or `aim` or a faster board",
      made.board.name, made.most_megahertz.value_or(0),
      made.board.clocked_by_pll() ? "its" : "the board's", made.board.megahertz,
      made.board.clocked_by_pll() ? "a slower `clock`, " : ""));
}

std::size_t deepest(const std::vector<QueueDepth>& depths) {
  std::size_t most = 0;
  for (const QueueDepth& depth : depths) most = std::max<std::size_t>(most, depth.needed);
  return most;
}

}  // namespace

Json BoardFigures::json() const {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"schema", "romcast.board-build/1"},
          {"board", board.name},
          {"design", design},
          {"processors", processors},
          {"queue_depth", queue_depth == 0 ? Json(nullptr) : Json(queue_depth)},
          {"rom_words", rom_words == 0 ? Json(nullptr) : Json(rom_words)},
          {"luts", luts},
          {"flip_flops", flip_flops},
          {"block_rams", block_rams},
          {"logic_cells", or_null(cells)},
          {"most_megahertz", or_null(most_megahertz)},
          {"clock_megahertz", board.megahertz},
          {"oscillator_megahertz", board.oscillator},
          {"words", words},
          {"bytes", bytes},
          {"cycles", cycles},
          {"run_microseconds", cycles / board.megahertz},
          {"output", output.empty() ? Json(nullptr) : Json(output)}};
}

std::string BoardFigures::table() const {
  std::string text = fmt::format(
      "board        {} ({} {} {}), clock {:g} MHz{}\ndesign       {}\n", board.what, board.family,
      board.part, board.package, board.megahertz,
      board.clocked_by_pll() ? fmt::format(" by PLL from {:g}", board.oscillator) : "", design);
  text += fmt::format("LUTs         {}, flip-flops {}\n", luts, flip_flops);
  text += cells ? fmt::format("logic cells  {} of {}\n", *cells, board.logic_cells)
                : fmt::format("logic cells  not placed; there are {}\n", board.logic_cells);
  text += fmt::format("block RAMs   {} of {}\n", block_rams, board.block_rams);
  if (most_megahertz) {
    text += fmt::format("runs at      {:.1f} MHz at most\n", *most_megahertz);
  }
  text +=
      fmt::format("load         {}, {} on the line: {:.2f} s at {} baud\n", counted(words, "word"),
                  counted(bytes, "byte"), double(bytes) * 10 / board.baud, board.baud);
  text += fmt::format("run          {}, {:.1f} us\n", counted(cycles, "cycle"),
                      cycles / board.megahertz);
  if (!output.empty()) text += fmt::format("written      {}\n", output);
  return text;
}

namespace {

// Builds for the board's clock, writes the output, if any, and returns the figures. A placed design
// that does not reach that clock is not written.
BoardFigures build_with_clock(const BoardBuild& build, Kind kind, const BoardManifest& board,
                              Run& run) {
  BoardProgram program = board_program(run, board.clocks_per_bit(), build.room);
  if (board.clocked_by_pll()) {
    program.design.pll = pll_verilog(*board.pll, board.oscillator, board.setting);
  }
  const RtlDesign& network = program.design.network;
  const auto rom = run.report().rom;
  BoardFigures result{.board = board,
                      .design = program.design.identity.text,
                      .processors = run.network().processors(),
                      .queue_depth = deepest(run.depths()),
                      .rom_words = rom ? rom->words_max : 0,
                      .words = network.loads.size(),
                      .bytes = network.loads.size() * board::load_bytes(network.word_bits),
                      .cycles = program.end,
                      .output = build.output};
  Workshop workshop(program.design, result, run.settings().progress);
  workshop.synthesise();
  const bool netlist = kind == Kind::verilog || kind == Kind::json || !can_place(board);
  if (!netlist) workshop.place(build);
  if (!netlist && !fast_enough(result)) return result;
  if (kind == Kind::bits) workshop.pack();
  if (kind != Kind::none) {
    write_file(build.output, workshop.made(kind == Kind::bits      ? kBits
                                           : kind == Kind::placed  ? kPlaced
                                           : kind == Kind::verilog ? kBoardNetlist
                                                                   : kBoardJson));
  }
  return result;
}

// The board with the fastest clock of its PLL that exceeds neither `megahertz` nor the limit of the
// PLL's output. Boards without a PLL: the same as with_clock().
BoardManifest with_clock_below(const BoardManifest& board, double megahertz) {
  if (!board.pll) return with_clock(board, megahertz);
  return with_clock(board, std::min(megahertz, pll_limits(*board.pll).output_most));
}

// Builds for `build.aim` MHz, then each time for the clock that the previous build reached. Ends
// with the first build that reaches the clock for which it was built; but if build 1 also reaches a
// faster clock of the PLL, the search goes on. Returns the figures of the last build. Throws
// InputError if kTries builds do not end the search, or if `kind` or missing tools exclude
// placement.
BoardFigures fastest(const BoardBuild& build, Kind kind, const BoardManifest& manifest, Run& run) {
  if (kind == Kind::verilog || kind == Kind::json || !can_place(manifest)) {
    throw InputError(
        "`clock` auto: what the design reaches is known once it is placed; give a number");
  }
  BoardManifest board = with_clock_below(manifest, build.aim);
  BoardFigures made;
  for (int tries = 0; tries < kTries; ++tries) {
    made = build_with_clock(build, kind, board, run);
    const BoardManifest next = with_clock_below(manifest, *made.most_megahertz);
    if (fast_enough(made) && (tries > 0 || next.megahertz <= board.megahertz)) return made;
    board = next;
  }
  refuse_slow(made);
}

}  // namespace

BoardFigures build_for_board(const BoardBuild& build, const BoardManifest& manifest, Run& run) {
  const BoardManifest board =
      build.lut_words ? with_lut_words(manifest, *build.lut_words) : manifest;
  if (const auto shallow = run.shallow()) throw *shallow;
  const Kind kind = kind_of(build, board);
  if (build.fastest) return fastest(build, kind, board, run);
  BoardFigures made =
      build_with_clock(build, kind, build.clock > 0 ? with_clock(board, build.clock) : board, run);
  if (made.most_megahertz && !fast_enough(made)) refuse_slow(made);
  return made;
}

}  // namespace romcast
