// SPDX-License-Identifier: Apache-2.0
// Synthesises a design into cells of a board's part.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "apps/board/board_design.hpp"
#include "apps/board/board_manifest.hpp"
#include "systemc/tool.hpp"

namespace romcast {

/// Names of the netlists that synthesis writes into its folder.
inline constexpr const char *kBoardJson = "board.json", *kBoardNetlist = "board.v";

struct CellCount {
  std::size_t luts = 0, flip_flops = 0, block_rams = 0;
};

/// Runs a tool that must make a file. Throws MissingError if it is missing or fails.
using ToolRunner = std::function<void(const Tool& tool, const std::vector<std::string>& words,
                                      const std::filesystem::path& makes)>;

/// Synthesises a design in a folder, in which `run` runs tools. While block RAMs do not suffice,
/// moves lists of processors to LUTs, if LUTs can be RAM, and queues to registers.
CellCount synthesise(const BoardDesign& design, const BoardManifest& board,
                     const std::filesystem::path& folder, const ToolRunner& run);

/// Synthesises a design for simulation.
BoardVerilog as_netlist(const BoardDesign& design, const BoardManifest& board);

}  // namespace romcast
