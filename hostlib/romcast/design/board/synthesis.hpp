// SPDX-License-Identifier: Apache-2.0
// Synthesises a design into cells of a board's part.
#pragma once

#include <filesystem>
#include <string>

#include "romcast/design/board/design.hpp"
#include "romcast/design/board/manifest.hpp"
#include "romcast/design/board/verilog.hpp"

namespace romcast {

/// Names of the netlists that synthesis writes into its folder.
inline constexpr const char *kBoardJson = "board.json", *kBoardNetlist = "board.v";

struct CellCount {
  std::size_t luts = 0, flip_flops = 0, block_rams = 0;
};

/// Maps a design to cells and returns their numbers. `run` runs the tools in `folder`. If LUTs are
/// too few, ignores board.lut_words: synthesis decides which memories are in LUTs. If block RAMs
/// are too few, the processors' lists of sends move to LUTs (ECP5 only); if block RAMs are still
/// too few, the queues move to registers.
CellCount synthesise(const BoardDesign& design, const BoardManifest& board,
                     const std::filesystem::path& folder, const ToolRunner& run);

/// The design, to be simulated as the netlist that synthesis makes of it (BoardVerilog::netlist).
BoardVerilog as_netlist(const BoardDesign& design, const BoardManifest& board);

}  // namespace romcast
