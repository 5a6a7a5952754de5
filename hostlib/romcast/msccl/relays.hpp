// SPDX-License-Identifier: Apache-2.0
// Switches that relay sums: for each value, which is the number of a chunk, a switch holds at most
// one sum at a time. A sum reserves all switches of its path before its first hop, so that no two
// sums wait for each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::msccl {

/// A hop of a path.
struct Leg {
  ChannelId channel = 0;
  NodeId from = 0, to = 0;
};

class Relays {
 public:
  /// nullopt if the network has no switches.
  static std::optional<Relays> of(const Topology& topology) {
    if (topology.nodes() == topology.processors()) return std::nullopt;
    return Relays(topology);
  }

  /// True if no switch of the path holds, or awaits, another sum of the value.
  [[nodiscard]] bool free(std::uint32_t value, const std::vector<Leg>& path) const {
    return std::ranges::none_of(path, [&](const Leg& leg) {
      return !topology_->is_processor(leg.to) && reserved_.contains(at(value, leg.to));
    });
  }
  /// The sum takes hop `leg`: hop 0 reserves all switches of the path, each later hop frees the
  /// switch from which the sum leaves.
  void leave(std::uint32_t value, const std::vector<Leg>& path, std::size_t leg) {
    if (leg > 0) {
      reserved_.erase(at(value, path[leg].from));
      return;
    }
    for (const Leg& one : path) {
      if (!topology_->is_processor(one.to)) reserved_.insert(at(value, one.to));
    }
  }
  /// Undoes leave().
  void come_back(std::uint32_t value, const std::vector<Leg>& path, std::size_t leg) {
    if (leg > 0) {
      reserved_.insert(at(value, path[leg].from));
      return;
    }
    for (const Leg& one : path) reserved_.erase(at(value, one.to));
  }

 private:
  explicit Relays(const Topology& topology) : topology_(&topology) {}
  [[nodiscard]] std::uint64_t at(std::uint32_t value, NodeId node) const {
    return std::uint64_t{value} * topology_->nodes() + node;
  }

  const Topology* topology_;
  std::unordered_set<std::uint64_t> reserved_;  // pairs of a value and a switch, by at()
};

}  // namespace romcast::msccl
