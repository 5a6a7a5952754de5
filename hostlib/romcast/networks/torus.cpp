// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/torus.hpp"

#include <utility>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {

std::shared_ptr<const Topology> make_torus(std::string network, NetworkOptions options,
                                           const std::vector<std::uint32_t>& dims) {
  auto group = std::make_shared<const CyclicProduct>(dims);
  std::vector<NodeId> generators;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    generators.push_back(group->step(i));
    generators.push_back(group->inverse(group->step(i)));
  }
  return std::make_shared<CayleyNetwork>(std::move(network), std::move(options), std::move(group),
                                         generators);
}

TopologyEntry torus() {
  return {"torus",
          "grid of processors whose every line is closed to a ring",
          {{"dims", "nodes in each dimension, e.g. 8x8x8", ""}},
          [](const GivenValues& given) {
            const std::string text = given.text("dims");
            const std::vector<std::uint32_t> dims = parse_list("dims", text, 'x', 2);
            double nodes = 1;
            for (const std::uint32_t size : dims) nodes *= size;
            check_size("dims", text, nodes, 2.0 * static_cast<double>(dims.size()));
            return make_torus("torus", {{"dims", text}}, dims);
          }};
}

}  // namespace romcast
