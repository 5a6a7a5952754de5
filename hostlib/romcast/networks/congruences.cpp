// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/congruences.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {

std::vector<NetworkOption> congruence_options() {
  return {{"processors", "processors, 3..1048576", ""},
          {"out-degree", "links of a processor, 2..1024", ""}};
}

std::shared_ptr<const Topology> congruence_network(const std::string& name,
                                                   const GivenValues& given, CongruenceEnd end) {
  const std::uint32_t processors = given.number("processors", 3, kMostNodes);
  const std::uint32_t degree = given.number("out-degree", 2, 1024);
  if (degree >= processors) {
    throw InputError({"out-degree", degree}, fmt::format("{} processors", processors),
                     fmt::format("give a number from 2 to {}", processors - 1));
  }
  check_size("out-degree", std::to_string(degree), processors, degree);
  Graph graph = Graph::numbered(processors);
  for (NodeId from = 0; from < processors; ++from) {
    for (std::uint32_t i = 0; i < degree; ++i) {
      const auto to = static_cast<NodeId>(end(processors, degree, from, i));
      if (to != from) graph.edges.push_back({from, to});
    }
  }
  return std::make_shared<GraphNetwork>(name,
                                        NetworkOptions{{"processors", std::to_string(processors)},
                                                       {"out-degree", std::to_string(degree)}},
                                        std::move(graph));
}

}  // namespace romcast
