// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/networks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/network_expression.hpp"

namespace romcast::networks {
namespace {

std::string text(std::uint32_t number) { return fmt::format("{}", number); }
std::string dims_text(const Sizes& dims) { return fmt::format("{}", fmt::join(dims, "x")); }
std::string list_text(const Sizes& sizes) { return fmt::format("{}", fmt::join(sizes, ",")); }

// Rebuilds the graph by GraphBuilder, which checks it and puts its processors first.
Graph checked(const Graph& described) {
  GraphBuilder builder;
  for (const Graph::Node& node : described.nodes) builder.add_node(node.name, node.role);
  for (const Graph::Edge& edge : described.edges) {
    if (std::max(edge.from, edge.to) >= described.nodes.size()) {
      throw InputError(fmt::format("edge {} -> {}: there are {} nodes, numbered from 0", edge.from,
                                   edge.to, described.nodes.size()));
    }
    builder.add_edge(edge.from, edge.to, edge.lanes, edge.time, edge.speed);
  }
  return builder.finish();
}

void check_options(std::string_view name, const std::vector<Option>& options,
                   const std::vector<std::string>& known) {
  for (const Option& option : options) {
    if (std::ranges::count(options, option.name, &Option::name) > 1) {
      throw InputError({option.name, option.value}, "given twice");
    }
    if (std::ranges::find(known, option.name) != known.end()) continue;
    throw InputError({option.name, option.value}, fmt::format("a {} has no such option; it has {}",
                                                              name, fmt::join(known, ", ")));
  }
}

OptionLookup lookup(const std::vector<Option>& options) {
  return [&options](std::string_view wanted) -> std::optional<std::string> {
    const auto found = std::ranges::find(options, wanted, &Option::name);
    return found == options.end() ? std::nullopt : std::optional(found->value);
  };
}

}  // namespace

Network fat_tree(std::uint32_t arity, std::uint32_t height, const Sizes& capacities) {
  return family("fat-tree",
                {{"arity", text(arity)},
                 {"height", text(height)},
                 {"capacity", capacities.empty() ? "constant" : list_text(capacities)}});
}
Network star_graph(std::uint32_t symbols) { return family("star", {{"symbols", text(symbols)}}); }
Network complete(std::uint32_t processors) {
  return family("complete", {{"processors", text(processors)}});
}
Network ring(std::uint32_t processors) {
  return family("ring", {{"processors", text(processors)}});
}
Network mesh(const Sizes& dims) { return family("mesh", {{"dims", dims_text(dims)}}); }
Network torus(const Sizes& dims) { return family("torus", {{"dims", dims_text(dims)}}); }
Network hyperx(const Sizes& dims) { return family("hyperx", {{"dims", dims_text(dims)}}); }
Network hypercube(std::uint32_t dimensions) {
  return family("hypercube", {{"dimensions", text(dimensions)}});
}
Network circulant(std::uint32_t processors, const Sizes& strides) {
  return family("circulant", {{"processors", text(processors)}, {"strides", list_text(strides)}});
}
Network kautz(std::uint32_t alphabet, std::uint32_t length) {
  return family("kautz", {{"alphabet", text(alphabet)}, {"length", text(length)}});
}
Network dragonfly(std::uint32_t routers, std::uint32_t global) {
  return family("dragonfly", {{"routers", text(routers)}, {"global", text(global)}});
}
Network dgx1() { return family("dgx1"); }

Network graph(const Graph& described) {
  return std::make_shared<GraphNetwork>(kGraph, NetworkOptions{}, checked(described));
}

Network graph(const GraphWithSpeeds& described, const std::vector<Option>& options) {
  check_options(kGraph, options, {kBandwidth, kLatency, kChunk, kCycle});
  for (const Graph::Edge& edge : described.graph.edges) {
    if (edge.speed == 0 || edge.speed < described.speeds.size()) continue;
    throw InputError({"speed", edge.speed}, "no such speed");
  }
  Graph whole = checked(described.graph);
  LinkTimesSet times = set_link_times(whole, described.speeds, lookup(options));
  return std::make_shared<GraphNetwork>(
      kGraph, std::move(times.options), std::move(whole),
      GraphNetwork::Damage{.notes = std::move(times.notes), .cycle_seconds = times.cycle_seconds});
}

Network read(const std::string& file, const std::vector<Option>& options) {
  check_options(kGraph, options,
                {kBandwidth, kLatency, kChunk, kCycle, kWithout, kPart, kMap, kStrict, kPlace});
  return load_network(file, lookup(options));
}

Network family(std::string_view given, const std::vector<Option>& options) {
  const std::string name = network_name(std::string(given));
  const auto entry = std::ranges::find(all_topologies(), name, &TopologyEntry::name);
  if (entry != all_topologies().end()) {  // make_network reports unknown names
    std::vector<std::string> known;
    for (const NetworkOption& one : entry->options) known.push_back(one.name);
    check_options(name, options, known);
  }
  return make_network(name, lookup(options));
}

Network expression(const std::string& text) {
  return expression_network(text, [](std::string_view) { return std::nullopt; });
}

}  // namespace romcast::networks
