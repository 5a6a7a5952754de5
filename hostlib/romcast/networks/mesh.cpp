// SPDX-License-Identifier: Apache-2.0
// Grids of any number of dimensions, nodes numbered row by row.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {

TopologyEntry mesh() {
  return {"mesh",
          "grid of processors, neighbours in each dimension are linked",
          {{"dims", "nodes in each dimension, e.g. 8x8", ""}},
          [](const GivenValues& given) {
            const std::string text = given.text("dims");
            const std::vector<std::uint32_t> dims = parse_list("dims", text, 'x', 2);
            double nodes = 1;
            for (const std::uint32_t size : dims) nodes *= size;
            check_size("dims", text, nodes, 2.0 * static_cast<double>(dims.size()));
            const CyclicProduct places(dims);
            Graph graph = Graph::numbered(places.order());
            for (NodeId v = 0; v < places.order(); ++v) {
              for (std::size_t i = 0; i < dims.size(); ++i) {
                const NodeId step = places.step(i);
                if (v / step % dims[i] + 1 < dims[i]) graph.join(v, v + step);
              }
            }
            return std::make_shared<GraphNetwork>("mesh", NetworkOptions{{"dims", text}},
                                                  std::move(graph));
          }};
}

}  // namespace romcast
