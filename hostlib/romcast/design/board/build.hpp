// SPDX-License-Identifier: Apache-2.0
// A design as the bits of a board: synthesised, placed, routed, packed.
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
  std::string design;  ///< what it is, as its identity says
  std::size_t processors = 0;
  std::size_t queue_depth = 0, rom_words = 0;  ///< of the deepest; 0: there is none
  std::size_t luts = 0, flip_flops = 0, block_rams = 0;
  std::optional<std::size_t> cells{};      ///< logic cells that are placed
  std::optional<double> most_megahertz{};  ///< at which it runs, as placed and routed
  std::size_t words = 0, bytes = 0;        ///< to load, and on the serial line for them
  Cycle cycles = 0;                        ///< of a run, until nothing happens any more
  std::string output{};

  [[nodiscard]] nlohmann::ordered_json json() const;
  [[nodiscard]] std::string table() const;
};

/// Builds a board for the plan of a run. Throws InputError if it does not fit, MissingError if a
/// tool is not there or fails.
BoardFigures build_for_board(const BoardBuild& build, const BoardManifest& board, Run& run);

}  // namespace romcast
