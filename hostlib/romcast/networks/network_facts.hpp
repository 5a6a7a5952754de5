// SPDX-License-Identifier: Apache-2.0
// What can be said of a network as a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct NetworkFacts {
  std::size_t processors = 0, endpoints = 0, switches = 0;  ///< endpoints are processors, too
  std::size_t channels = 0, links = 0;                      ///< directed
  std::size_t least_out = 0, most_out = 0, least_in = 0, most_in = 0;  ///< links of a node
  bool both_ways = false;  ///< every channel has its like in the other direction
  /// Between processors, along nodes that forward; nothing of networks that are too large to ask
  /// each node.
  std::optional<unsigned> diameter{};
  std::optional<double> mean_distance{};
};

/// The hops from a node to each node, kNone where there is no path; nodes between the two forward.
std::vector<unsigned> hops_from(const Topology& network, NodeId from);

/// Of a network whose links all have an end (no crossbar).
NetworkFacts network_facts(const Topology& network);

}  // namespace romcast
