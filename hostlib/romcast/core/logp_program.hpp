// SPDX-License-Identifier: Apache-2.0
// A broadcast of any number of items on a LogP machine in terms of blocks of processors (Karp,
// Sahay, Santos & Schauser 1993, section 3.2); the size of the program does not depend on the
// number of items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// Processor v of a program is processor (v + source) modulo P of the machine, so the source is 0;
/// P is the number of processors. A pace is the time between two sends of a processor; item x
/// leaves the source at time x paces.
struct LogpProgram {
  /// Item x is sent to processor base + (x + offset) mod size.
  struct Target {
    NodeId base = 0;
    std::uint32_t size = 1;
    std::uint32_t offset = 0;  ///< below size
  };
  /// `size` processors from `base` on. The processor numbered x mod size in the block sends item x
  /// to targets[first_target + j] at the time of x + start + j paces, j = 0 .. size-1.
  struct Block {
    NodeId base = 0;
    std::uint32_t size = 1;
    std::uint32_t start = 0;
    std::uint32_t first_target = 0;
  };
  std::uint32_t pace = 1;   ///< in cycles
  std::uint32_t items = 1;  ///< number of items that are sent
  std::uint32_t paces = 0;  ///< one past the last pace in which item 0 is sent
  Target root{};            ///< target of the source
  std::vector<Block> blocks{};
  std::vector<Target> targets{};  ///< targets of all blocks, Block::size for each block
};

}  // namespace romcast
