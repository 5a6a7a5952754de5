// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/synthesis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "romcast/core/output_file.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kStat = "stat.json";

struct Places {
  std::size_t lut_words = 0;  // see BoardManifest
  bool queues_in_registers = false, lists_in_luts = false;
};

// The Yosys script that synthesises some files.
std::string script(const std::string& family, const std::string& top,
                   const std::vector<std::string>& files, const Places& places) {
  const std::string read = fmt::format("read_verilog -defer {}", fmt::join(files, " "));
  if (family == "ice40") return fmt::format("{}; synth_ice40 -top {}", read, top);
  const std::string synth = fmt::format("synth_ecp5 -nowidelut -top {}", top);
  const std::string in_luts = "setattr -set ram_style \"distributed\"";
  const std::string lists =
      places.lists_in_luts ? fmt::format("proc; {} */m:list; ", in_luts) : std::string();
  // The command that puts shallow memories into LUTs runs within synthesis, since the depth of a
  // memory is known only once its module has its parameters. The command leaves out memories with
  // several write ports, which become flip-flops.
  const std::string shallow =
      places.lut_words == 0
          ? std::string()
          : fmt::format(
                " -run begin:map_ram; {} t:$mem_v2 r:WR_PORTS=1 %i r:SIZE<={} %i; "
                "{} -run map_ram:",
                in_luts, places.lut_words, synth);
  return fmt::format("{}; hierarchy -top {}; {}{}{}", read, top, lists, synth, shallow);
}

CellCount count(const Json& cells) {
  CellCount made;
  for (const auto& [type, number] : cells.items()) {
    const auto n = number.get<std::size_t>();
    if (type == "SB_LUT4" || type == "LUT4") made.luts += n;
    if (type == "CCU2C") made.luts += 2 * n;
    if (type == "TRELLIS_DPR16X4") made.luts += 4 * n;
    if (type.starts_with("SB_DFF") || type == "TRELLIS_FF") made.flip_flops += n;
    if (type.starts_with("SB_RAM40") || type.starts_with("DP16KD")) made.block_rams += n;
  }
  return made;
}

CellCount synthesise(const BoardDesign& design, const BoardManifest& board, Places places,
                     const fs::path& folder, const ToolRunner& run) {
  const BoardVerilog verilog = design.verilog(places.queues_in_registers);
  std::vector<std::string> names;
  for (const auto& [name, text] : verilog.files) {
    write_file((folder / name).string(), text);
    names.push_back(name);
  }
  run({.program = "yosys", .package = "yosys", .at_home = false},
      {"-q", "-p",
       fmt::format("{}; write_json {}; write_verilog -noattr {}; tee -q -o {} stat -json",
                   script(board.family, verilog.top, names, places), kBoardJson, kBoardNetlist,
                   kStat)},
      kStat);
  std::ifstream stat(folder / kStat);
  return count(Json::parse(stat)["modules"]["\\" + verilog.top]["num_cells_by_type"]);
}

}  // namespace

CellCount synthesise(const BoardDesign& design, const BoardManifest& board, const fs::path& folder,
                     const ToolRunner& run) {
  const bool ecp5 = board.family == "ecp5";
  Places places{.lut_words = board.lut_words};
  CellCount made = synthesise(design, board, places, folder, run);
  if (made.luts > board.logic_cells && places.lut_words > 0) {
    places.lut_words = 0;
    made = synthesise(design, board, places, folder, run);
  }
  const auto rams_are_short = [&] {
    return made.block_rams > board.block_rams && made.luts <= board.logic_cells;
  };
  if (rams_are_short() && ecp5) {
    places.lists_in_luts = true;
    made = synthesise(design, board, places, folder, run);
  }
  if (rams_are_short() && design.queues_in_ram()) {
    places.queues_in_registers = true;
    places.lists_in_luts = ecp5;
    made = synthesise(design, board, places, folder, run);
  }
  return made;
}

BoardVerilog as_netlist(const BoardDesign& design, const BoardManifest& board) {
  BoardVerilog verilog = design.verilog();
  verilog.cells = board.family;
  verilog.made_by = fmt::format("{}, {} cells, {} RAMs",
                                script(board.family, verilog.top, {},
                                       Places{.lut_words = board.lut_words, .lists_in_luts = true}),
                                board.logic_cells, board.block_rams);
  verilog.netlist = [design, board](const fs::path& folder, const ToolRunner& run) {
    synthesise(design, board, folder, run);
    return std::string(kBoardNetlist);
  };
  return verilog;
}

}  // namespace romcast
