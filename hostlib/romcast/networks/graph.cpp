// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {
namespace {

constexpr std::array<std::string_view, 3> kRoles{"processor", "endpoint", "switch"};

void check_name(std::string_view name) {
  const auto bad = [](char c) { return c <= ' ' || c > '~' || c == '#' || c == ','; };
  if (!name.empty() && std::ranges::none_of(name, bad)) return;
  throw InputError(
      fmt::format("node {}: a name is a word of letters, digits and signs other than '#' and ','",
                  quote(name)));
}

// Throws NotConnected if a processor is not in `part`, the largest connected part of the graph.
void check_connected(const Graph& graph, const std::vector<NodeId>& part) {
  if (part.empty()) {
    throw NotConnected(
        "not connected: no two processors reach each other; every processor must reach every "
        "other one, and be reached",
        "");
  }
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    if (graph.nodes[v].role == NodeRole::forwarder || std::ranges::binary_search(part, v)) continue;
    const std::vector<bool> after = reached(graph, {v}), before = reaching(graph, {v});
    const auto apart = std::ranges::find_if(part, [&](NodeId other) {
      const bool processor = graph.nodes[other].role != NodeRole::forwarder;
      return processor && !(after[other] && before[other]);
    });
    const NodeId other = apart == part.end() ? part.front() : *apart;
    throw NotConnected(fmt::format("not connected: no path to {} and back from {}; every processor "
                                   "must reach every other one, and be reached",
                                   quote(graph.nodes[v].name), quote(graph.nodes[other].name)),
                       graph.nodes[v].name);
  }
}

}  // namespace

std::string_view name(NodeRole role) { return kRoles.at(static_cast<std::size_t>(role)); }

std::optional<NodeRole> find_role(std::string_view text) {
  const auto found = std::ranges::find(kRoles, text);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<NodeRole>(found - kRoles.begin());
}

Graph Graph::numbered(std::size_t processors) {
  Graph graph;
  graph.nodes.reserve(processors);
  for (std::size_t v = 0; v < processors; ++v) graph.nodes.push_back({fmt::format("p{}", v)});
  return graph;
}

void Graph::check(NodeId node) const {
  if (node < nodes.size()) return;
  throw InputError({"node", node}, fmt::format("the graph has {}, numbered from 0", nodes.size()));
}

Graph part_of(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> number(graph.nodes.size(), kNone);
  Graph part;
  for (const NodeId v : nodes) {
    graph.check(v);
    number[v] = static_cast<NodeId>(part.nodes.size());
    part.nodes.push_back(graph.nodes[v]);
  }
  for (const Graph::Edge& edge : graph.edges) {
    graph.check(edge.from);
    graph.check(edge.to);
    const NodeId from = number[edge.from], to = number[edge.to];
    if (from != kNone && to != kNone)
      part.edges.push_back({from, to, edge.lanes, edge.time, edge.speed});
  }
  return part;
}

NodeId GraphBuilder::add_node(std::string_view name, NodeRole role) {
  check_name(name);
  const auto number = static_cast<NodeId>(graph_.nodes.size());
  if (number >= kMostNodes) {
    throw InputError(fmt::format("more than {} nodes; give {} at most", kMostNodes, kMostNodes));
  }
  if (!number_of_.emplace(name, number).second) {
    throw InputError(fmt::format("a second node {}; give each node once", quote(name)));
  }
  graph_.nodes.push_back({std::string(name), role});
  return number;
}

NodeId GraphBuilder::find(std::string_view name) const {
  const auto found = number_of_.find(std::string(name));
  return found == number_of_.end() ? kNone : found->second;
}

bool GraphBuilder::add_edge(NodeId from, NodeId to, std::uint32_t lanes, LinkTime time,
                            std::uint32_t speed) {
  graph_.check(from);
  graph_.check(to);
  const auto ends = [&] {
    return fmt::format("{} to {}", quote(graph_.nodes[from].name), quote(graph_.nodes[to].name));
  };
  if (from == to) {
    throw InputError(
        fmt::format("a link from {} to itself; leave it out", quote(graph_.nodes[from].name)));
  }
  const std::uint64_t key = std::uint64_t{from} << 32 | to;
  const auto found = edge_of_.find(key);
  Graph::Edge* const before = found == edge_of_.end() ? nullptr : &graph_.edges[found->second];
  const std::uint64_t all = std::uint64_t{lanes} + (before == nullptr ? 0 : before->lanes);
  if (lanes == 0 || all > kMostLanes) {
    throw InputError(fmt::format("{} lanes from {}; give 1 to {} in all", all, ends(), kMostLanes));
  }
  if (time.cycles == 0 || std::max(time.cycles, time.latency) > kMostTime) {
    throw InputError(
        fmt::format("a link from {} of {} cycles and latency {}; give 1 to {} cycles, "
                    "and a latency from 0 to {}",
                    ends(), time.cycles, time.latency, kMostTime, kMostTime));
  }
  if (before != nullptr && (before->time != time || before->speed != speed)) {
    throw InputError(fmt::format("links from {} with different times; give one time", ends()));
  }
  if (before != nullptr) {
    before->lanes = static_cast<std::uint32_t>(all);
    return true;
  }
  if (graph_.edges.size() >= kMostChannels) {
    throw InputError(fmt::format("more than {} links; give fewer", kMostChannels));
  }
  edge_of_.emplace(key, graph_.edges.size());
  graph_.edges.push_back({from, to, lanes, time, speed});
  return false;
}

Graph GraphBuilder::ordered() const {
  const auto is_switch = [](const Graph::Node& node) { return node.role == NodeRole::forwarder; };
  const auto processors = graph_.nodes.size() -
                          static_cast<std::size_t>(std::ranges::count_if(graph_.nodes, is_switch));
  if (processors < 2) {
    throw InputError(fmt::format("a network of {} processor{}; give two at least", processors,
                                 processors == 1 ? "" : "s"));
  }
  std::vector<NodeId> order(graph_.nodes.size()), number(graph_.nodes.size());
  for (NodeId v = 0; v < order.size(); ++v) order[v] = v;
  std::stable_partition(order.begin(), order.end(),
                        [&](NodeId v) { return !is_switch(graph_.nodes[v]); });
  Graph sorted;
  for (NodeId v = 0; v < order.size(); ++v) {
    number[order[v]] = v;
    sorted.nodes.push_back(graph_.nodes[order[v]]);
  }
  for (const Graph::Edge& edge : graph_.edges) {
    sorted.edges.push_back({number[edge.from], number[edge.to], edge.lanes, edge.time, edge.speed});
  }
  return sorted;
}

Graph GraphBuilder::finish() const {
  const Graph sorted = ordered();
  const std::vector<NodeId> part = largest_part(sorted);
  check_connected(sorted, part);
  return part_of(sorted, part);
}

}  // namespace romcast
