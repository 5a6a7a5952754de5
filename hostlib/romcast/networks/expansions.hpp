// SPDX-License-Identifier: Apache-2.0
// Larger networks from smaller ones (Zhao et al., Efficient Direct-Connect Topologies for
// Collective Communications, NSDI 2025). The functions with a parameter `most` throw InputError,
// before they build anything, if some node is not a processor that forwards, or if the result would
// be larger than `most`.
#pragma once

#include "romcast/networks/graph_network.hpp"

namespace romcast {

struct GraphSize {
  std::uint32_t nodes = 0;
  std::uint32_t channels = 0;
};
inline constexpr GraphSize kMostGraph{kMostNodes, kMostChannels};

/// The Cartesian product of the factors, multiplied from left to right. The product of X and Y has
/// one copy of Y for each node of X; corresponding nodes of the copies are linked as in X. The copy
/// of node y of Y for node x of X is number x*|Y| + y, where |Y| is the number of nodes of Y. The
/// product of two Cayley graphs is a Cayley graph. A single factor is returned without any check.
std::shared_ptr<const Topology> cartesian_product(
    const std::vector<std::shared_ptr<const Topology>>& factors, const GraphSize& most);

/// The line graph: one node for each link, numbered by the link's sender, then by its receiver. The
/// node of a link from u to v has a link to the node of each link that leaves v.
std::shared_ptr<const GraphNetwork> line_graph(const Topology& network, const GraphSize& most);

/// The degree expansion: each node becomes several nodes, its copies, whose number is `copies`.
/// Each copy of u has a link to each copy of v if u has a link to v. Copy i of node v is number
/// v*copies + i. The expansion of a Cayley graph is a Cayley graph.
std::shared_ptr<const GraphNetwork> degree_expansion(std::shared_ptr<const Topology> network,
                                                     std::uint32_t copies, const GraphSize& most);

/// The same network with the name "graph", these options and these notes. A Cayley graph stays a
/// Cayley graph if `notes` is empty.
std::shared_ptr<const GraphNetwork> described_as(const std::shared_ptr<const Topology>& network,
                                                 NetworkOptions options,
                                                 std::vector<std::string> notes);

}  // namespace romcast
