// SPDX-License-Identifier: Apache-2.0
// Boards for which designs can be built: a folder each, with a manifest and pin constraints.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "romcast/design/board/pll.hpp"

namespace romcast {

struct BoardManifest {
  std::string name;  ///< name of its folder
  std::string what, family, part, package;
  std::filesystem::path constraints;
  double oscillator = 0;         ///< in MHz
  double megahertz = 0;          ///< the design's clock: the oscillator's, or the PLL's
  std::optional<PllCell> pll{};  ///< PLL that the oscillator can drive
  PllSetting setting{};          ///< setting of the PLL, if it clocks the design
  unsigned baud = 0;
  std::size_t logic_cells = 0, block_rams = 0;  ///< sizes of the part
  /// Memories of up to this number of words are in LUTs. Their outputs are flip-flops, which are
  /// valid sooner after a clock edge than the outputs of a block RAM. 0: synthesis decides.
  std::size_t lut_words = 0;

  /// Clocks per bit at `baud`: megahertz * 1e6 / baud, rounded to a whole number, 65535 at most.
  [[nodiscard]] unsigned clocks_per_bit() const;
  [[nodiscard]] bool clocked_by_pll() const { return megahertz != oscillator; }
};

/// The manifest in folder `board` of fpga/boards, or, if `board` contains a slash, in the folder
/// with this path. Throws InputError if the folder does not exist or its manifest is invalid.
BoardManifest board_manifest(const std::string& board);
/// `board`, clocked by the fastest clock of its PLL that is at most `megahertz`; `board` unchanged
/// if `megahertz` is the oscillator's clock. Throws InputError if the board has no PLL, if
/// `megahertz` is above the limit of the PLL's output, if the PLL has no clock up to `megahertz`,
/// or if no divider of the clock yields `baud`.
BoardManifest with_clock(BoardManifest board, double megahertz);
/// The board with memories of up to `words` words in LUTs. Throws InputError if `words` is not 0
/// and the LUTs of the board's part cannot be memories.
BoardManifest with_lut_words(BoardManifest board, std::size_t words);
/// All boards of fpga/boards, fewest logic cells first.
std::vector<BoardManifest> board_manifests();
/// Names of the folders in fpga/boards that have a manifest, sorted; empty if fpga/boards does not
/// exist. Throws MissingError if romcast's own Verilog is missing.
std::vector<std::string> board_names();

}  // namespace romcast
