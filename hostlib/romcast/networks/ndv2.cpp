// SPDX-License-Identifier: Apache-2.0
// Azure NDv2 as in TE-CCL (Liu et al. 2024) and TACCL (Shah et al. 2023): machines of eight V100
// with the NVLinks of a DGX-1 and one InfiniBand card; GPU 0 of a machine sends through the card,
// and GPU 1 receives. Two machines are linked directly, three and more through a switch.
#include <array>
#include <utility>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/machine.hpp"

namespace romcast {
namespace {

using Ndv2Pairs = std::array<std::pair<NodeId, NodeId>, 8>;
constexpr Ndv2Pairs kNdv2Double{{{0, 1}, {0, 4}, {1, 3}, {2, 3}, {2, 6}, {4, 5}, {5, 7}, {6, 7}}};
constexpr Ndv2Pairs kNdv2Single{{{0, 2}, {0, 3}, {1, 2}, {1, 5}, {3, 7}, {4, 6}, {4, 7}, {5, 6}}};
constexpr NodeId kNdv2Gpus = 8;

}  // namespace

TopologyEntry ndv2() {
  return {"ndv2",
          "N Azure NDv2: 8 V100 each, linked as in a DGX-1, and a link between machines",
          {{"machines", "N, machines, 1..64", "1"}},
          [](const GivenValues& given) {
            const std::uint32_t machines = given.number("machines", 1, 64);
            MachineGraph graph("ndv2");
            for (NodeId v = 0; v < machines * kNdv2Gpus; ++v) graph.processor();
            for (NodeId first = 0; first < machines * kNdv2Gpus; first += kNdv2Gpus) {
              for (const auto& [a, b] : kNdv2Double)
                graph.join(first + a, first + b, "NVLink 2", 2);
              for (const auto& [a, b] : kNdv2Single) graph.join(first + a, first + b, "NVLink 2");
            }
            if (machines == 2) {
              graph.connect(0, kNdv2Gpus + 1, "InfiniBand");
              graph.connect(kNdv2Gpus, 1, "InfiniBand");
            } else if (machines > 2) {
              const NodeId ib = graph.forwarder("ib");
              for (NodeId first = 0; first < machines * kNdv2Gpus; first += kNdv2Gpus) {
                graph.connect(first, ib, "InfiniBand");
                graph.connect(ib, first + 1, "InfiniBand");
              }
            }
            return graph.network({{"machines", std::to_string(machines)}});
          }};
}

}  // namespace romcast
