// SPDX-License-Identifier: Apache-2.0
// Clusters of two levels: a switch in each machine links the GPUs of the machine. If there are
// several machines, each machine has network cards, and each card links equally many of the GPUs of
// its machine with one switch that all machines share.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

struct ClusterSizes {
  std::uint32_t machines, gpus, nics, gpu_lanes, nic_lanes;
};

Graph cluster_graph(const ClusterSizes& sizes) {
  const NodeId gpus = sizes.machines * sizes.gpus;
  Graph graph = Graph::numbered(gpus);
  const auto forwarder = [&](const std::string& name) {
    graph.nodes.push_back({name, NodeRole::forwarder});
    return static_cast<NodeId>(graph.nodes.size() - 1);
  };
  for (NodeId machine = 0; machine < sizes.machines; ++machine) {
    const NodeId inside = forwarder(fmt::format("s{}", machine));
    for (NodeId i = 0; i < sizes.gpus; ++i) {
      graph.join(machine * sizes.gpus + i, inside, sizes.gpu_lanes);
    }
  }
  if (sizes.machines == 1) return graph;
  const NodeId between = forwarder("ib");
  for (NodeId machine = 0; machine < sizes.machines; ++machine) {
    for (NodeId i = 0; i < sizes.nics; ++i) {
      const NodeId card = forwarder(fmt::format("nic{}.{}", machine, i));
      graph.join(card, between, sizes.nic_lanes);
      const std::uint32_t served = sizes.gpus / sizes.nics;
      for (NodeId gpu = i * served; gpu < (i + 1) * served; ++gpu) {
        graph.join(machine * sizes.gpus + gpu, card, sizes.nic_lanes);
      }
    }
  }
  return graph;
}

}  // namespace

TopologyEntry cluster() {
  return {
      "cluster",
      "machines of GPUs around a switch, linked by network cards and one switch",
      {{"machines", "machines, 1..4096", ""},
       {"gpus", "processors of a machine, 2..1024", ""},
       {"nics", "network cards of a machine, a divisor of its processors (one per processor)", "",
        true},
       {"gpu-lanes", "links of a processor to the switch of its machine, 1..64", "1"},
       {"nic-lanes", "links of a network card to the outer switch and to each processor, 1..64",
        "1"}},
      [](const GivenValues& given) {
        ClusterSizes sizes{.machines = given.number("machines", 1, 4096),
                           .gpus = given.number("gpus", 2, 1024)};
        const auto nics = given.options()("nics");
        sizes.nics = nics ? given.number("nics", 1, sizes.gpus) : sizes.gpus;
        if (sizes.gpus % sizes.nics != 0) {
          throw InputError({"nics", *nics}, fmt::format("{} processors of a machine", sizes.gpus),
                           "give a divisor");
        }
        sizes.gpu_lanes = given.number("gpu-lanes", 1, kMostLanes);
        sizes.nic_lanes = given.number("nic-lanes", 1, kMostLanes);
        check_size("machines", std::to_string(sizes.machines),
                   sizes.machines * (sizes.gpus + sizes.nics + 1.0), 4);
        NetworkOptions options{{"machines", std::to_string(sizes.machines)},
                               {"gpus", std::to_string(sizes.gpus)}};
        if (nics) options.emplace_back("nics", *nics);
        options.emplace_back("gpu-lanes", std::to_string(sizes.gpu_lanes));
        options.emplace_back("nic-lanes", std::to_string(sizes.nic_lanes));
        return std::make_shared<GraphNetwork>("cluster", std::move(options), cluster_graph(sizes));
      }};
}

}  // namespace romcast
