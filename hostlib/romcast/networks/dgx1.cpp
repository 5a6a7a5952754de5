// SPDX-License-Identifier: Apache-2.0
// The NVLinks of a DGX-1 with eight V100 processors, as in SCCL (Cai, Liu, Maleki, Musuvathi,
// Mytkowicz, Nelson & Saarikivi, PPoPP 2021): each processor is linked with four others, with two
// of them by double links.
#include <array>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/machine.hpp"

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
            MachineGraph graph("dgx1");
            for (NodeId v = 0; v < 8; ++v) graph.processor();
            for (const auto& [a, b] : kDouble) graph.join(a, b, "NVLink 2", 2);
            for (const auto& [a, b] : kSingle) graph.join(a, b, "NVLink 2");
            return graph.network({});
          }};
}

}  // namespace romcast
