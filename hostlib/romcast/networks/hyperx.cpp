// SPDX-License-Identifier: Apache-2.0
// HyperX (Ahn et al. 2009; Hamming graphs, flattened butterflies): a grid of processors, each
// linked with all processors that differ from it in one coordinate. The number of links to a
// neighbour may differ between dimensions.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers lanes_of(const std::optional<std::string>& text, std::size_t dims) {
  if (!text) return Numbers(dims, 1);
  const Numbers lanes = parse_list("lanes", *text, 'x', 1);
  if (lanes.size() != dims) {
    throw InputError({"lanes", *text},
                     fmt::format("{} of {}", counted(lanes.size(), "dimension"), dims),
                     "give one number per dimension");
  }
  if (std::ranges::max(lanes) > kMostLanes) {
    throw InputError({"lanes", *text}, fmt::format("at most {} lanes", kMostLanes));
  }
  return lanes;
}

Graph with_lanes(const CyclicProduct& group, const Numbers& dims, const Numbers& lanes) {
  Graph graph = Graph::numbered(group.order());
  for (NodeId v = 0; v < group.order(); ++v) {
    for (std::size_t i = 0; i < dims.size(); ++i) {
      for (NodeId by = 1; by < dims[i]; ++by) {
        graph.edges.push_back({v, group.multiply(v, by * group.step(i)), lanes[i]});
      }
    }
  }
  return graph;
}

}  // namespace

TopologyEntry hyperx() {
  return {"hyperx",
          "grid of processors, linked where they differ in one coordinate",
          {{"dims", "nodes in each dimension, e.g. 8x8x8", ""},
           {"lanes", "links to each neighbour, by dimension, e.g. 2x1x1 (1)", "", true}},
          [](const GivenValues& given) -> std::shared_ptr<const Topology> {
            const std::string text = given.text("dims");
            const Numbers dims = parse_list("dims", text, 'x', 2);
            const auto lanes_text = given.options()("lanes");
            const Numbers lanes = lanes_of(lanes_text, dims.size());
            double nodes = 1, links = 0;
            for (std::size_t i = 0; i < dims.size(); ++i) {
              nodes *= dims[i];
              links += (dims[i] - 1.0) * lanes[i];
            }
            check_size("dims", text, nodes, links);
            auto group = std::make_shared<const CyclicProduct>(dims);
            NetworkOptions options{{"dims", text}};
            if (lanes_text) options.emplace_back("lanes", *lanes_text);
            // Algorithms for Cayley graphs expect one link per generator, so a network with more is
            // a plain graph.
            if (std::ranges::max(lanes) > 1) {
              return std::make_shared<GraphNetwork>("hyperx", std::move(options),
                                                    with_lanes(*group, dims, lanes));
            }
            std::vector<NodeId> generators;
            for (std::size_t i = 0; i < dims.size(); ++i) {
              for (NodeId by = 1; by < dims[i]; ++by) generators.push_back(by * group->step(i));
            }
            return std::make_shared<CayleyNetwork>("hyperx", std::move(options), std::move(group),
                                                   generators);
          }};
}

}  // namespace romcast
