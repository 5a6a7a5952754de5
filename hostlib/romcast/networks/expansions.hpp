// SPDX-License-Identifier: Apache-2.0
// Larger networks from smaller ones (Zhao et al., Efficient Direct-Connect Topologies for
// Collective Communications, NSDI 2025). All nodes must be processors that forward. The functions
// throw InputError for other networks, and for results that are larger than `most`, before anything
// is built.
#pragma once

#include "romcast/networks/graph_network.hpp"

namespace romcast {

struct GraphSize {
  std::uint32_t nodes = 0;
  std::uint32_t channels = 0;
};
inline constexpr GraphSize kMostGraph{kMostNodes, kMostChannels};

/// The Cartesian product: one copy of `inner` for each node of `outer`; corresponding nodes of the
/// copies are linked as in `outer`. Node a of `outer` and b of `inner` is number a*|inner| + b. The
/// product of two Cayley graphs is a Cayley graph. Factors are multiplied from left to right; a
/// single factor is returned without any check.
std::shared_ptr<const Topology> cartesian_product(
    const std::vector<std::shared_ptr<const Topology>>& factors, const GraphSize& most);

/// The line graph: one node for each link, numbered by sender, then by receiver. The node of a link
/// is linked with the nodes of all links that leave its receiver.
std::shared_ptr<const GraphNetwork> line_graph(const Topology& network, const GraphSize& most);

/// The degree expansion: `copies` of each node, all linked with all copies of its neighbours. Copy
/// i of node v is number v*copies + i. The expansion of a Cayley graph is a Cayley graph.
std::shared_ptr<const GraphNetwork> degree_expansion(std::shared_ptr<const Topology> network,
                                                     std::uint32_t copies, const GraphSize& most);

/// The same network "graph" with these options and notes. A Cayley graph stays one if there are no
/// notes.
std::shared_ptr<const GraphNetwork> described_as(const std::shared_ptr<const Topology>& network,
                                                 NetworkOptions options,
                                                 std::vector<std::string> notes);

}  // namespace romcast
