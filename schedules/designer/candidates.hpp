// SPDX-License-Identifier: Apache-2.0
// Networks of a given size and degree: families, random networks, products, line graphs and degree
// expansions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::designer {

/// Limits of the arguments.
inline constexpr std::uint32_t kMostProcessors = 4096, kMostDegree = 64;

struct Candidate {
  std::string network;  ///< the expression of the network (networks/network_expression.hpp)
  std::shared_ptr<const Topology> topology;
  unsigned diameter = 0;
  double mean_distance = 0;
};

/// Networks of `processors` processors. All nodes are processors that forward, with at most
/// `degree` outgoing links each; at least one node has exactly `degree`. The simplest networks come
/// first. Equal arguments give equal results. Throws InputError unless `processors` is within 2 ..
/// kMostProcessors, and `degree` within 1 .. kMostDegree and below `processors`.
std::vector<Candidate> candidates(std::uint32_t processors, std::uint32_t degree);

}  // namespace romcast::designer
