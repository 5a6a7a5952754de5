// SPDX-License-Identifier: Apache-2.0
// DGX A100 as in ForestColl (Zhao et al. 2024): eight GPUs around a switch. If there are several
// machines, each GPU has a network card; one InfiniBand switch links the cards of all even GPUs,
// another those of all odd GPUs.
#include <fmt/format.h>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/machine.hpp"

namespace romcast {

TopologyEntry dgx_a100() {
  return {"dgx-a100",
          "N DGX A100: 8 GPUs each around a switch, a network card per GPU, 2 switches for all",
          {{"machines", "N, machines, 1..64", "1"}},
          [](const GivenValues& given) {
            constexpr NodeId gpus = 8;
            const std::uint32_t machines = given.number("machines", 1, 64);
            MachineGraph graph("dgx-a100");
            for (NodeId v = 0; v < machines * gpus; ++v) graph.processor();
            for (NodeId machine = 0; machine < machines; ++machine) {
              const NodeId nvswitch = graph.forwarder(fmt::format("s{}", machine));
              for (NodeId v = 0; v < gpus; ++v) {
                graph.join(machine * gpus + v, nvswitch, "NVSwitch");
              }
            }
            if (machines > 1) {
              const NodeId even = graph.forwarder("ib0"), odd = graph.forwarder("ib1");
              for (NodeId v = 0; v < machines * gpus; ++v) {
                const NodeId card = graph.forwarder(fmt::format("nic{}.{}", v / gpus, v % gpus));
                graph.join(v, card, "InfiniBand");
                graph.join(card, v % 2 == 0 ? even : odd, "InfiniBand");
              }
            }
            return graph.network({{"machines", std::to_string(machines)}});
          }};
}

}  // namespace romcast
