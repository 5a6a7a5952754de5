// SPDX-License-Identifier: Apache-2.0
// The Petersen graph: 10 nodes with 3 links each, no two of them further apart than 2 hops.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {

TopologyEntry petersen() {
  return {"petersen",
          "the Petersen graph: a pentagon p0..p4 around a pentagram p5..p9",
          {},
          [](const GivenValues&) {
            Graph graph = Graph::numbered(10);
            for (NodeId i = 0; i < 5; ++i) {
              graph.join(i, (i + 1) % 5);
              graph.join(i, i + 5);
              graph.join(i + 5, (i + 2) % 5 + 5);
            }
            return std::make_shared<GraphNetwork>("petersen", NetworkOptions{}, std::move(graph));
          }};
}

}  // namespace romcast
