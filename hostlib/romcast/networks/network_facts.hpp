// SPDX-License-Identifier: Apache-2.0
// Graph-theoretic facts about a network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct NetworkFacts {
  /// `endpoints`: those of the `processors` that forward nothing; 0 if the network is not direct.
  std::size_t processors = 0, endpoints = 0, switches = 0;
  std::size_t channels = 0, links = 0;                                 ///< directed
  std::size_t least_out = 0, most_out = 0, least_in = 0, most_in = 0;  ///< links of a node
  bool both_ways = false;  ///< every channel has an opposite one of the same capacity
  /// Maximum and mean of the fewest hops from one processor to another, through nodes that forward;
  /// nullopt if the search would take too long.
  std::optional<unsigned> diameter{};
  std::optional<double> mean_distance{};
};

/// For each node: the fewest hops from the node `from`, through nodes that forward; kNone without a
/// path.
std::vector<unsigned> hops_from(const Topology& network, NodeId from);

/// Requires a network of links (no crossbar).
NetworkFacts network_facts(const Topology& network);

}  // namespace romcast
