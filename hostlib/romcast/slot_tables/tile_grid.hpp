// SPDX-License-Identifier: Apache-2.0
// Tiles by their coordinates, as slot tables of other programs name them: x counts the columns from
// west to east, y the rows from north to south.
#pragma once

#include <cstdint>

#include "romcast/core/topology.hpp"

namespace romcast {

class TileGrid {
 public:
  /// Throws InputError unless the network consists of the tiles of a two-dimensional torus or mesh.
  explicit TileGrid(const Topology& network);

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }
  /// The processor at these coordinates; kNone outside the grid.
  [[nodiscard]] NodeId processor(std::uint32_t x, std::uint32_t y) const {
    return x < width_ && y < height_ ? y * width_ + x : kNone;
  }
  /// The neighbour to the north, east, south or west (n, e, s, w, or N, E, S, W); kNone if there is
  /// no such neighbour, and for all other letters.
  [[nodiscard]] NodeId next(NodeId processor, char direction) const;
  /// The router of a processor.
  [[nodiscard]] NodeId router(NodeId processor) const;

 private:
  const Topology& network_;
  std::uint32_t width_ = 0, height_ = 0;
};

}  // namespace romcast
