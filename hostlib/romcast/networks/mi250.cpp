// SPDX-License-Identifier: Apache-2.0
// Machines of eight AMD MI250 as in ForestColl (Zhao et al. 2024) and TE-CCL (Liu et al. 2024).
// Each MI250 is two processors. Infinity Fabric (xGMI) links the 16 processors of a machine; if
// there are several machines, each processor is also linked with the only InfiniBand switch.
#include <array>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/machine.hpp"

namespace romcast {
namespace {

struct Bundle {
  NodeId a, b;
  unsigned links;
};
constexpr std::array<Bundle, 28> kMi250Bundles{
    {{0, 1, 4},   {2, 3, 4},  {4, 5, 4},  {6, 7, 4},   {8, 9, 4},   {10, 11, 4}, {12, 13, 4},
     {14, 15, 4}, {0, 4, 2},  {3, 7, 2},  {8, 12, 2},  {11, 15, 2}, {0, 8, 1},   {1, 5, 1},
     {1, 9, 1},   {1, 10, 1}, {2, 6, 1},  {2, 9, 1},   {2, 10, 1},  {3, 11, 1},  {4, 6, 1},
     {5, 6, 1},   {5, 7, 1},  {9, 13, 1}, {10, 14, 1}, {12, 14, 1}, {13, 14, 1}, {13, 15, 1}}};
constexpr NodeId kMi250Processors = 16;

}  // namespace

TopologyEntry mi250() {
  return {"mi250",
          "N machines of 16 processors, two on each of 8 AMD MI250, and a switch for all",
          {{"machines", "N, machines, 1..64", "1"}},
          [](const GivenValues& given) {
            const std::uint32_t machines = given.number("machines", 1, 64);
            MachineGraph graph("mi250");
            for (NodeId v = 0; v < machines * kMi250Processors; ++v) graph.processor();
            for (NodeId first = 0; first < machines * kMi250Processors; first += kMi250Processors) {
              for (const auto& [a, b, links] : kMi250Bundles) {
                graph.join(first + a, first + b, "xGMI", links);
              }
            }
            if (machines > 1) {
              const NodeId ib = graph.forwarder("ib");
              for (NodeId v = 0; v < machines * kMi250Processors; ++v)
                graph.join(v, ib, "InfiniBand");
            }
            return graph.network({{"machines", std::to_string(machines)}});
          }};
}

}  // namespace romcast
