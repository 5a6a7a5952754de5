// SPDX-License-Identifier: Apache-2.0
// Lower bounds: no schedule has fewer cycles. Each bound names its source; the largest bound shows
// how far a plan can be from the optimum. Bounds know the network, the collective and the port
// model, but no algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast::bounds {

/// A problem to be bounded. Collective::combines() is false; a hop takes a cycle, or the time of
/// its link.
struct Task {
  const Topology& topology;
  const Collective& collective;
  Ports ports;
};

struct Bound {
  std::uint64_t cycles = 0;
  std::string name;       ///< "distance", "ball", "cut", ...
  std::string source;     ///< why no schedule is faster, with numbers and literature
  bool attained = false;  ///< true: a schedule with exactly this many cycles is known to exist

  /// For example "ball: 511 messages must ...".
  [[nodiscard]] std::string text() const { return name + ": " + source; }
};

/// The approximate number of basic operations that all bounds may spend together.
inline constexpr std::uint64_t kUsualWork = 60'000'000;

/// All bounds that apply and that the work allows, the largest first. Empty if there is nothing to
/// send. Throws InputError, with the names of both ends, if no path exists for a message.
std::vector<Bound> all_bounds(const Task& task, std::uint64_t work = kUsualWork);

/// The largest bound; {0, "none", ...} if there is nothing to send.
Bound best_bound(const Task& task, std::uint64_t work = kUsualWork);

}  // namespace romcast::bounds
