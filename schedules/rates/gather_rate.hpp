// SPDX-License-Identifier: Apache-2.0
// The best rate of an allgather of many messages per processor. A set of nodes must send all
// messages of its processors over the links that leave it, so M messages per processor take at
// least M * (processors / links) cycles, for every set that lacks a processor. The largest of these
// ratios is attained: trees for all processors pack at that rate (Edmonds 1973; Bang-Jensen, Frank
// & Jackson 1995; Zhao et al., ForestColl, 2024).
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/topology.hpp"
#include "schedules/bounds/spread_graph.hpp"

namespace romcast::rates {

/// The fewest cycles per message of each processor, as a fraction in lowest terms, and the set of
/// nodes that proves it.
struct GatherRate {
  std::uint64_t cycles = 0, messages = 1;
  std::vector<NodeId> set{};
  std::uint64_t senders = 0;  ///< processors of the set
  std::uint64_t links = 0;    ///< links that leave the set (Direction::reversed: enter it)
  bool exact = true;          ///< false: the work was used up; the rate is only a lower bound
  [[nodiscard]] double value() const { return double(cycles) / double(messages); }
};

using bounds::Direction;

/// The approximate number of edges that maximum flows may visit.
inline constexpr std::uint64_t kGatherWork = 4'000'000'000;

/// The best rate of an allgather (Direction::reversed: of a reduce-scatter) in a multi-port
/// network. If `work` is used up, a lower bound of the cycles per message, with `exact` false.
/// Endpoints do not forward. Requires at least one link, and paths between all processors.
GatherRate gather_rate(const Topology& topology, Direction direction = Direction::forward,
                       std::uint64_t work = kGatherWork);

}  // namespace romcast::rates
