// SPDX-License-Identifier: Apache-2.0
// HyperX (Ahn et al. 2009; Hamming graphs, flattened butterflies): a grid of processors, each
// linked with all that differ from it in one coordinate.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {

TopologyEntry hyperx() {
  return {"hyperx",
          "grid of processors, linked where they differ in one coordinate",
          {{"dims", "nodes in each dimension, e.g. 8x8x8", ""}},
          [](const GivenValues& given) {
            const std::string text = given.text("dims");
            const std::vector<std::uint32_t> dims = parse_list("dims", text, 'x', 2);
            double nodes = 1, links = 0;
            for (const std::uint32_t size : dims) {
              nodes *= size;
              links += size - 1;
            }
            check_size("dims", text, nodes, links);
            auto group = std::make_shared<const CyclicProduct>(dims);
            std::vector<NodeId> generators;
            for (std::size_t i = 0; i < dims.size(); ++i) {
              for (NodeId by = 1; by < dims[i]; ++by) generators.push_back(by * group->step(i));
            }
            return std::make_shared<CayleyNetwork>("hyperx", NetworkOptions{{"dims", text}},
                                                   std::move(group), generators);
          }};
}

}  // namespace romcast
