// SPDX-License-Identifier: Apache-2.0
// A walk over the tables of a fabric, slot by slot, written from docs/fabric-rtl.md alone. The walk
// records every word that an endpoint ejects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast::test {

struct WalkedWord {
  std::size_t from = 0;  ///< tile
  unsigned dest = 0;     ///< number of its flow at the sender
  Cycle injected = 0;    ///< slots since the beginning of the walk
  auto operator<=>(const WalkedWord&) const = default;
};

struct Ejected {
  std::size_t tile = 0;
  unsigned id = 0;
  Cycle slot = 0;
  WalkedWord word;                     ///< the first of `parts`
  std::vector<WalkedWord> parts{};     ///< the combined words, ascending
  std::vector<unsigned> operations{};  ///< operations that combined them, in any order
  auto operator<=>(const Ejected&) const = default;
};

struct Walk {
  std::vector<Ejected> ejected;
  std::vector<std::string> faults;  ///< bad codes in any slot; from `quiet` on, causes of flags
};

/// Walks `slots` slots; ignores flags before slot `quiet`.
Walk walk(const Fabric& fabric, const FabricMode& mode, Cycle slots, Cycle quiet);

}  // namespace romcast::test
