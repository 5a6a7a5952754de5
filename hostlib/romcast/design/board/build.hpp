// SPDX-License-Identifier: Apache-2.0
// Turns a design into the bitstream of a board: synthesis, placement, routing, packing.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "romcast/design/board/design.hpp"
#include "romcast/design/board/manifest.hpp"
#include "romcast/design/board/settings.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

struct BoardFigures {
  BoardManifest board;
  std::string design;  ///< summary of the design, as in its identity
  std::size_t processors = 0;
  std::size_t queue_depth = 0, rom_words = 0;  ///< deepest queue, longest ROM; 0: none
  std::size_t luts = 0, flip_flops = 0, block_rams = 0;
  std::optional<std::size_t> cells{};      ///< placed logic cells
  std::optional<double> most_megahertz{};  ///< maximum frequency after placement and routing
  std::size_t words = 0, bytes = 0;        ///< loaded words, and their bytes on the serial line
  Cycle cycles = 0;                        ///< of a run, including its drain
  std::string output{};

  [[nodiscard]] nlohmann::ordered_json json() const;
  [[nodiscard]] std::string table() const;
};

/// Builds a board's bitstream, or another file that `build.output` names, for the plan of `run`;
/// returns the figures. Throws InputError if the design does not fit the board or is too slow for
/// the clock, MissingError if a tool is missing or fails.
BoardFigures build_for_board(const BoardBuild& build, const BoardManifest& board, Run& run);

}  // namespace romcast
