// SPDX-License-Identifier: Apache-2.0
// The NVLinks of a DGX-1 with eight V100 processors, as in SCCL (Cai, Liu, Maleki, Musuvathi,
// Mytkowicz, Nelson & Saarikivi, PPoPP 2021): six per processor, some of them doubled.
#include <array>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {
namespace {

using Pairs = std::array<std::pair<NodeId, NodeId>, 8>;
constexpr Pairs kDouble{{{0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {4, 7}, {5, 6}, {6, 7}}};
constexpr Pairs kSingle{{{0, 1}, {0, 2}, {1, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 6}, {5, 7}}};

}  // namespace

TopologyEntry dgx1() {
  return {"dgx1",
          "the 8 processors of a DGX-1: two quads, 6 links each, some doubled",
          {},
          [](const GivenValues&) {
            Graph graph = Graph::numbered(8);
            for (const auto& [a, b] : kDouble) graph.join(a, b, 2);
            for (const auto& [a, b] : kSingle) graph.join(a, b);
            return std::make_shared<GraphNetwork>("dgx1", NetworkOptions{}, std::move(graph));
          }};
}

}  // namespace romcast
