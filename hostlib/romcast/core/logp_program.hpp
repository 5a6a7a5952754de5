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

/// Processor v of a program is processor (v + source) mod P of a machine with P processors, so
/// processor 0 of the program is the source. A pace is the time from one send of a processor to its
/// next one; item x leaves the source at time x * pace.
struct LogpProgram {
  /// Item x is sent to processor base + (x + offset) mod size.
  struct Target {
    NodeId base = 0;
    std::uint32_t size = 1;
    std::uint32_t offset = 0;  ///< below size
  };
  /// `size` processors from `base` on. For each j = 0 .. size-1, processor base + x mod size sends
  /// item x to targets[first_target + j] at time (x + start + j) * pace.
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
