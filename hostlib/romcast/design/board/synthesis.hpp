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

/// Makes cells of a design in a folder, in which `run` runs tools. While there are too few block
/// RAMs, more goes to LUTs: what processors send where LUTs can be RAM, and queues to registers.
/// Where LUTs are too few, the memories of the manifest's `lut_words` are in block RAM.
CellCount synthesise(const BoardDesign& design, const BoardManifest& board,
                     const std::filesystem::path& folder, const ToolRunner& run);

/// Synthesises a design for simulation.
BoardVerilog as_netlist(const BoardDesign& design, const BoardManifest& board);

}  // namespace romcast
