// SPDX-License-Identifier: Apache-2.0
// Networks given by their edges, for tests: independent of the program's own families.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::test {

struct Edge {
  NodeId from = 0, to = 0;
  std::uint32_t lanes = 1;
};

class EdgeNetwork : public Topology {
 public:
  /// Directed edges. Nodes from `processors` on are switches.
  EdgeNetwork(std::size_t processors, std::size_t nodes, const std::vector<Edge>& edges);
  [[nodiscard]] std::string network() const override { return "edges"; }
  [[nodiscard]] NetworkOptions options() const override { return {}; }
  [[nodiscard]] std::string node_name(NodeId node) const override;
  [[nodiscard]] NodeId find_node(std::string_view name) const override;
  [[nodiscard]] unsigned level(NodeId) const override { return 1; }
  [[nodiscard]] unsigned levels() const override { return 1; }
  [[nodiscard]] bool direct() const override { return true; }
  [[nodiscard]] bool has(Ports) const override { return true; }
  [[nodiscard]] PortLimit port_limit(Ports ports) const override;
  [[nodiscard]] ChannelId route(NodeId at, NodeId destination) const override;
};

using Network = std::shared_ptr<const EdgeNetwork>;

/// A network with a channel in each direction for each edge, and no switches if `nodes` is 0.
Network undirected(std::size_t processors, const std::vector<Edge>& edges, std::size_t nodes = 0);
Network directed(std::size_t processors, const std::vector<Edge>& edges);
Network ring(NodeId processors);
Network path(NodeId processors);
/// A mesh with nodes numbered row by row, or, if `wrapped`, a torus.
Network grid(const std::vector<NodeId>& dims, bool wrapped);
Network hypercube(unsigned dimensions);
Network star_of(NodeId leaves);  ///< node 0 in the middle of leaves 1, 2, ..
Network de_bruijn(NodeId alphabet, unsigned length);
Network petersen();
Network dgx1();
/// A random connected network: a tree and at most `more` further edges.
Network random_network(NodeId processors, unsigned more, unsigned seed);

}  // namespace romcast::test
