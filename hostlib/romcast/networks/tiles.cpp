// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/tiles.hpp"

#include <fmt/format.h>

#include <utility>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

bool becomes_tile(const Topology& base, NodeId node) {
  return base.is_processor(node) && base.forwards(node);
}

Graph tiles_of(const Topology& base) {
  Graph graph;
  std::vector<NodeId> router(base.nodes());  // the node that gets a base node's links
  for (NodeId v = 0; v < base.processors(); ++v) {
    graph.nodes.push_back({base.node_name(v), NodeRole::endpoint});
    router[v] = v;
  }
  for (NodeId v = 0; v < base.nodes(); ++v) {
    const bool tile = becomes_tile(base, v);
    if (!tile && base.is_processor(v)) continue;
    router[v] = static_cast<NodeId>(graph.nodes.size());
    std::string name = tile ? fmt::format("r{}", v) : base.node_name(v);
    while (tile && base.find_node(name) != kNone) name = fmt::format("r{}", name);
    graph.nodes.push_back({std::move(name), NodeRole::forwarder});
    if (tile) graph.join(v, router[v]);
  }
  for (const Channel& channel : base.channels()) {
    graph.edges.push_back(
        {router[channel.from], router[channel.to], channel.capacity, channel.time});
  }
  return graph;
}

NetworkOptions with_tiles_option(NetworkOptions options) {
  options.emplace_back(kTiles, "on");
  return options;
}

}  // namespace

TiledNetwork::TiledNetwork(std::shared_ptr<const Topology> base)
    : GraphNetwork(
          base->network(), with_tiles_option(base->options()), tiles_of(*base),
          Damage{.any = true, .notes = base->notes(), .cycle_seconds = base->cycle_seconds()}),
      base_(std::move(base)) {}

std::shared_ptr<const Topology> with_tiles(std::shared_ptr<const Topology> network,
                                           const std::string& value) {
  if (value == "off") return network;
  if (value != "on") throw InputError({kTiles, value}, "give on or off");
  if (network->uneven_ports()) {
    throw InputError({kTiles, value}, fmt::format("the ports of `network` {} belong to it whole",
                                                  network->network()));
  }
  return std::make_shared<TiledNetwork>(std::move(network));
}

}  // namespace romcast
