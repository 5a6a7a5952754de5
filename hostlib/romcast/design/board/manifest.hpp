// SPDX-License-Identifier: Apache-2.0
// Boards that designs can be built for: a folder each, with a manifest and the constraints of pins.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace romcast {

struct BoardManifest {
  std::string name;  ///< of its folder
  std::string what, family, part, package;
  std::filesystem::path constraints;
  double megahertz = 0;
  unsigned baud = 0;
  std::size_t logic_cells = 0, block_rams = 0;  ///< of the part

  /// As near to the rate as the clock lets it be.
  [[nodiscard]] unsigned clocks_per_bit() const;
};

/// `board`: one of fpga/boards, or, with a slash in it, another folder. Throws InputError if there
/// is none, or if its manifest is not as it should be.
BoardManifest board_manifest(const std::string& board);
/// All of fpga/boards, the smallest first.
std::vector<BoardManifest> board_manifests();

}  // namespace romcast
