// SPDX-License-Identifier: Apache-2.0
// DGX-2 as in TE-CCL (Liu et al. 2024), after a sketch of TACCL (Shah et al. 2023): 16 V100 around
// one switch in each machine; with two machines, each odd GPU i has a link to the even GPU i - 1 of
// the other machine.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/machine.hpp"

namespace romcast {

TopologyEntry dgx2() {
  return {"dgx2",
          "1 or 2 DGX-2: 16 V100 each around a switch, and 8 links each way between machines",
          {{"machines", "machines, 1..2", "1"}},
          [](const GivenValues& given) {
            constexpr NodeId gpus = 16;
            const std::uint32_t machines = given.number("machines", 1, 2);
            MachineGraph graph("dgx2");
            for (NodeId v = 0; v < machines * gpus; ++v) graph.processor();
            for (NodeId machine = 0; machine < machines; ++machine) {
              const NodeId nvswitch = graph.forwarder("s" + std::to_string(machine));
              for (NodeId v = 0; v < gpus; ++v) {
                graph.join(machine * gpus + v, nvswitch, "NVSwitch");
              }
            }
            for (NodeId odd = 1; machines == 2 && odd < gpus; odd += 2) {
              graph.connect(odd, gpus + odd - 1, "InfiniBand");
              graph.connect(gpus + odd, odd - 1, "InfiniBand");
            }
            return graph.network({{"machines", std::to_string(machines)}});
          }};
}

}  // namespace romcast
