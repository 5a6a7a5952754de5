// SPDX-License-Identifier: Apache-2.0
#include "romcast/slot_tables/tile_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "romcast/core/error.hpp"

namespace romcast {

TileGrid::TileGrid(const Topology& network) : network_(network) {
  const bool grid = network.network() == "torus" || network.network() == "mesh";
  const NetworkOptions options = network.options();
  const auto dims =
      std::ranges::find(options, "dims", [](const auto& option) { return option.first; });
  if (network.tiled() != nullptr && grid && dims != options.end()) {
    const std::string& text = dims->second;
    const std::size_t by = text.find('x');
    std::from_chars(text.data(), text.data() + std::min(by, text.size()), height_);
    if (by != std::string::npos) {
      std::from_chars(text.data() + by + 1, text.data() + text.size(), width_);
    }
  }
  if (width_ > 0 && std::uint64_t{width_} * height_ == network.processors()) return;
  throw InputError({"network", network.network()}, "slot tables name the tiles of a grid",
                   "give `network` torus or mesh, with two `dims` and `tiles`");
}

NodeId TileGrid::next(NodeId processor, char direction) const {
  const bool closed = network_.network() == "torus";
  const std::uint32_t x = processor % width_, y = processor / width_;
  const auto stepped = [&](std::uint32_t at, std::uint32_t size, bool up) {
    const bool leaves = up ? at + 1 == size : at == 0;
    if (leaves && !closed) return kNone;
    return up ? (at + 1) % size : (at + size - 1) % size;
  };
  switch (direction) {
    case 'n':
    case 'N':
      return this->processor(x, stepped(y, height_, false));
    case 's':
    case 'S':
      return this->processor(x, stepped(y, height_, true));
    case 'e':
    case 'E':
      return this->processor(stepped(x, width_, true), y);
    case 'w':
    case 'W':
      return this->processor(stepped(x, width_, false), y);
    default:
      return kNone;
  }
}

NodeId TileGrid::router(NodeId processor) const {
  return network_.channels()[network_.outputs(processor).front()].to;
}

}  // namespace romcast
