// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/expansions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/product_group.hpp"

namespace romcast {
namespace {

using NetworkPointer = std::shared_ptr<const Topology>;

void check(const Topology& network) {
  for (NodeId v = 0; v < network.nodes(); ++v) {
    if (!network.crossbar() && network.is_processor(v) && network.forwards(v)) continue;
    throw InputError(
        fmt::format("an expansion of `network` {}, which has switches or endpoints; give one whose "
                    "nodes are all processors that forward",
                    network.network()));
  }
}

void check_size(double nodes, double channels, const GraphSize& most) {
  if (nodes <= most.nodes && channels <= most.channels) return;
  throw InputError(fmt::format("{:.0f} nodes and {:.0f} links; give at most {} and {}", nodes,
                               channels, most.nodes, most.channels));
}

bool cayley(const Topology& network) {
  return network.group() != nullptr && network.links() == network.channels().size();
}

// The network's group. The network owns the group, so the returned pointer keeps the network alive.
std::shared_ptr<const Group> group_of(const NetworkPointer& network) {
  return {network, network->group()};
}

NetworkPointer product_of_two(const NetworkPointer& outer, const NetworkPointer& inner) {
  const auto many = static_cast<NodeId>(inner->nodes());
  if (cayley(*outer) && cayley(*inner)) {
    std::vector<NodeId> generators;
    for (std::size_t i = 0; i < outer->outputs(0).size(); ++i) {
      generators.push_back(outer->generator(i) * many);
    }
    for (std::size_t i = 0; i < inner->outputs(0).size(); ++i) {
      generators.push_back(inner->generator(i));
    }
    return std::make_shared<CayleyNetwork>(
        kGraph, NetworkOptions{},
        std::make_shared<const ProductGroup>(group_of(outer), group_of(inner)), generators);
  }
  Graph graph = Graph::numbered(outer->nodes() * many);
  for (NodeId a = 0; a < outer->nodes(); ++a) {
    for (const Channel& channel : inner->channels()) {
      graph.edges.push_back({a * many + channel.from, a * many + channel.to, channel.capacity});
    }
  }
  for (const Channel& channel : outer->channels()) {
    for (NodeId b = 0; b < many; ++b) {
      graph.edges.push_back({channel.from * many + b, channel.to * many + b, channel.capacity});
    }
  }
  return std::make_shared<GraphNetwork>(kGraph, NetworkOptions{}, std::move(graph));
}

}  // namespace

NetworkPointer cartesian_product(const std::vector<NetworkPointer>& factors,
                                 const GraphSize& most) {
  double nodes = 1, channels = 0;
  for (const NetworkPointer& factor : factors) {
    if (factors.size() > 1) check(*factor);
    channels = nodes * double(factor->channels().size()) + channels * double(factor->nodes());
    nodes *= double(factor->nodes());
    if (factors.size() > 1) check_size(nodes, channels, most);
  }
  NetworkPointer product = factors.front();
  for (std::size_t i = 1; i < factors.size(); ++i) product = product_of_two(product, factors[i]);
  return product;
}

std::shared_ptr<const GraphNetwork> line_graph(const Topology& network, const GraphSize& most) {
  check(network);
  std::vector<std::pair<NodeId, NodeId>> links;
  for (const Channel& channel : network.channels()) {
    links.insert(links.end(), channel.capacity, {channel.from, channel.to});
  }
  std::ranges::sort(links);
  std::vector<std::size_t> begin(network.nodes() + 1, links.size());  // first link of each sender
  for (std::size_t i = links.size(); i-- > 0;) begin[links[i].first] = i;
  for (std::size_t v = network.nodes(); v-- > 0;) begin[v] = std::min(begin[v], begin[v + 1]);
  double channels = 0;
  for (const auto& [from, to] : links) channels += double(begin[to + 1] - begin[to]);
  check_size(double(links.size()), channels, most);
  Graph graph = Graph::numbered(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const NodeId end = links[i].second;
    for (std::size_t next = begin[end]; next < begin[end + 1]; ++next) {
      graph.edges.push_back({static_cast<NodeId>(i), static_cast<NodeId>(next)});
    }
  }
  return std::make_shared<GraphNetwork>(kGraph, NetworkOptions{}, std::move(graph));
}

std::shared_ptr<const GraphNetwork> degree_expansion(NetworkPointer network, std::uint32_t copies,
                                                     const GraphSize& most) {
  check(*network);
  check_size(double(network->nodes()) * copies,
             double(network->channels().size()) * copies * copies, most);
  if (cayley(*network)) {
    std::vector<NodeId> generators;
    for (std::size_t port = 0; port < network->outputs(0).size(); ++port) {
      for (NodeId i = 0; i < copies; ++i) {
        generators.push_back(network->generator(port) * copies + i);
      }
    }
    auto turns = std::make_shared<const CyclicProduct>(std::vector{copies});
    return std::make_shared<CayleyNetwork>(
        kGraph, NetworkOptions{},
        std::make_shared<const ProductGroup>(group_of(network), std::move(turns)), generators);
  }
  Graph graph = Graph::numbered(network->nodes() * copies);
  for (const Channel& channel : network->channels()) {
    for (NodeId i = 0; i < copies; ++i) {
      for (NodeId j = 0; j < copies; ++j) {
        graph.edges.push_back(
            {channel.from * copies + i, channel.to * copies + j, channel.capacity});
      }
    }
  }
  return std::make_shared<GraphNetwork>(kGraph, NetworkOptions{}, std::move(graph));
}

std::shared_ptr<const GraphNetwork> described_as(const NetworkPointer& network,
                                                 NetworkOptions options,
                                                 std::vector<std::string> notes) {
  if (cayley(*network) && notes.empty()) {
    std::vector<NodeId> generators;
    for (std::size_t port = 0; port < network->outputs(0).size(); ++port) {
      generators.push_back(network->generator(port));
    }
    return std::make_shared<CayleyNetwork>(kGraph, std::move(options), group_of(network),
                                           generators);
  }
  return std::make_shared<GraphNetwork>(kGraph, std::move(options),
                                        dynamic_cast<const GraphNetwork&>(*network).graph(),
                                        GraphNetwork::Damage{.notes = std::move(notes)});
}

}  // namespace romcast
