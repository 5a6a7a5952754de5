// SPDX-License-Identifier: Apache-2.0
// Curves over time: the occupancy of each node, and the load of the links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/view/timed_hops.hpp"

namespace romcast {

/// Number of messages in a node at the end of cycle `cycle` and until the next change.
struct DepthChange {
  std::uint64_t cycle = 0;
  std::uint32_t depth = 0;
  bool operator==(const DepthChange&) const = default;
};

/// For each node: distinct messages that arrived and must still be sent on; the last change is to
/// 0. In switches the maximum is the judge's max_queue.
std::vector<std::vector<DepthChange>> queue_depths(const Topology& topology, const TimedHops& hops);

/// Divides the cycles 1 to `last` into at most `most` equal parts; of() finds the part of a time.
struct Bins {
  std::uint64_t width = 1;  ///< cycles
  std::size_t count = 1;
  Bins(std::uint64_t last, std::size_t most);
  [[nodiscard]] std::size_t of(std::uint64_t time) const;
};

/// Maximum number of messages in a node of a level, for each part of the time; a curve per level.
struct DepthCurve {
  unsigned level = 0;
  std::vector<std::uint32_t> most;
};
std::vector<DepthCurve> depth_curves(const Topology& topology,
                                     const std::vector<std::vector<DepthChange>>& depths,
                                     const Bins& bins);

/// A group of links, and the total of their occupied cycles in each part of the time.
struct UseCurve {
  std::string links;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> held;
};
std::vector<UseCurve> use_curves(const Topology& topology, const TimedHops& hops, const Bins& bins);

/// Cycles that each channel is occupied, summed over its links.
std::vector<std::uint64_t> loads(const Topology& topology, const TimedHops& hops);

}  // namespace romcast
