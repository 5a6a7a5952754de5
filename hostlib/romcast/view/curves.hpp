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

/// For each node, the changes of the number of distinct messages that have arrived in the node and
/// must still be sent on; after the last change the number is 0. In switches the maximum is the
/// judge's max_queue.
std::vector<std::vector<DepthChange>> queue_depths(const Topology& topology, const TimedHops& hops);

/// Divides the cycles 1 to `last` into at most `most` parts of `width` cycles; the last part may be
/// shorter. of() returns the index of the part that contains cycle `time`.
struct Bins {
  std::uint64_t width = 1;  ///< cycles
  std::size_t count = 1;
  Bins(std::uint64_t last, std::size_t most);
  [[nodiscard]] std::size_t of(std::uint64_t time) const;
};

/// For each part of the time, the largest number of messages in one node of the level.
struct DepthCurve {
  unsigned level = 0;
  std::vector<std::uint32_t> most;
};
/// A curve for each level in which some node has messages.
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
