// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {
namespace {

constexpr std::array<std::string_view, 3> kRoles{"processor", "endpoint", "switch"};

// The part that each forwarding node belongs to; kNone for endpoints, which join none together.
struct Parts {
  std::vector<std::uint32_t> of;
  std::uint32_t count = 0;
};

Parts parts_of(const Graph& graph) {
  using Forwarders = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  std::vector<NodeId> number(graph.nodes.size(), kNone);
  std::uint32_t forwarding = 0;
  for (NodeId v = 0; v < number.size(); ++v) {
    if (graph.nodes[v].role != NodeRole::endpoint) number[v] = forwarding++;
  }
  Forwarders forwarders(forwarding);
  for (const Graph::Edge& edge : graph.edges) {
    const NodeId from = number[edge.from], to = number[edge.to];
    if (from != kNone && to != kNone) boost::add_edge(from, to, forwarders);
  }
  std::vector<std::uint32_t> part(forwarding, 0);
  Parts parts{.of = std::vector<std::uint32_t>(graph.nodes.size(), kNone)};
  if (forwarding == 0) return parts;
  parts.count = static_cast<std::uint32_t>(boost::strong_components(
      forwarders, boost::make_iterator_property_map(
                      part.begin(), boost::get(boost::vertex_index, forwarders), part.front())));
  for (NodeId v = 0; v < number.size(); ++v) {
    if (number[v] != kNone) parts.of[v] = part[number[v]];
  }
  return parts;
}

// Whether each endpoint can send to a part, and can hear from it.
struct Ties {
  std::vector<std::uint64_t> out, in;  // (endpoint, part), sorted
  [[nodiscard]] std::vector<std::uint64_t> both() const {
    std::vector<std::uint64_t> result;
    std::ranges::set_intersection(out, in, std::back_inserter(result));
    return result;
  }
};

std::vector<std::uint64_t> ties(const Graph& graph, const Parts& parts) {
  Ties ties;
  const auto key = [](NodeId node, std::uint32_t part) { return std::uint64_t{node} << 32 | part; };
  for (const Graph::Edge& edge : graph.edges) {
    const std::uint32_t from = parts.of[edge.from], to = parts.of[edge.to];
    if (from == kNone && to != kNone) ties.out.push_back(key(edge.from, to));
    if (from != kNone && to == kNone) ties.in.push_back(key(edge.to, from));
  }
  for (std::vector<std::uint64_t>* list : {&ties.out, &ties.in}) {
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return ties.both();
}

// Where nothing forwards, all must be neighbours.
std::vector<NodeId> all_if_complete(const Graph& graph) {
  const std::size_t n = graph.nodes.size();
  std::vector<std::uint64_t> pairs;
  for (const Graph::Edge& edge : graph.edges) {
    pairs.push_back(std::uint64_t{edge.from} << 32 | edge.to);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<NodeId> all;
  if (n < 2 || pairs.size() != n * (n - 1)) return all;
  for (NodeId v = 0; v < n; ++v) all.push_back(v);
  return all;
}

void check_name(std::string_view name) {
  const auto bad = [](char c) { return c <= ' ' || c > '~' || c == '#' || c == ','; };
  if (!name.empty() && std::ranges::none_of(name, bad)) return;
  throw InputError(
      fmt::format("node {}: a name is a word of letters, digits and signs other than '#' and ','",
                  quote(name)));
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

std::vector<NodeId> largest_part(const Graph& graph) {
  const Parts parts = parts_of(graph);
  if (parts.count == 0) return all_if_complete(graph);
  const std::vector<std::uint64_t> tied = ties(graph, parts);
  std::vector<std::size_t> processors(parts.count, 0);
  std::vector<NodeId> first(parts.count, kNone);
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    const std::uint32_t part = parts.of[v];
    if (part == kNone || graph.nodes[v].role != NodeRole::processor) continue;
    ++processors[part];
    first[part] = std::min(first[part], v);
  }
  for (const std::uint64_t tie : tied) {
    const auto part = static_cast<std::uint32_t>(tie);
    ++processors[part];
    first[part] = std::min(first[part], static_cast<NodeId>(tie >> 32));
  }
  std::uint32_t best = 0;
  for (std::uint32_t part = 1; part < parts.count; ++part) {
    const bool as_many = processors[part] == processors[best] && first[part] < first[best];
    if (processors[part] > processors[best] || as_many) best = part;
  }
  std::vector<NodeId> kept;
  if (processors[best] < 2) return kept;
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    const bool tie =
        parts.of[v] == kNone && std::ranges::binary_search(tied, std::uint64_t{v} << 32 | best);
    if (parts.of[v] == best || tie) kept.push_back(v);
  }
  return kept;
}

Graph part_of(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> number(graph.nodes.size(), kNone);
  Graph part;
  for (const NodeId v : nodes) {
    number[v] = static_cast<NodeId>(part.nodes.size());
    part.nodes.push_back(graph.nodes[v]);
  }
  for (const Graph::Edge& edge : graph.edges) {
    const NodeId from = number[edge.from], to = number[edge.to];
    if (from != kNone && to != kNone) part.edges.push_back({from, to, edge.lanes});
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

bool GraphBuilder::add_edge(NodeId from, NodeId to, std::uint32_t lanes) {
  const auto ends = [&] {
    return fmt::format("{} to {}", quote(graph_.nodes[from].name), quote(graph_.nodes[to].name));
  };
  if (from == to) {
    throw InputError(
        fmt::format("a link from {} to itself; leave it out", quote(graph_.nodes[from].name)));
  }
  const auto [found, fresh] = edge_of_.emplace(std::uint64_t{from} << 32 | to, graph_.edges.size());
  const std::uint64_t all = lanes + (fresh ? 0 : graph_.edges[found->second].lanes);
  if (lanes == 0 || all > kMostLanes) {
    throw InputError(fmt::format("{} lanes from {}; give 1 to {} in all", all, ends(), kMostLanes));
  }
  if (!fresh) {
    graph_.edges[found->second].lanes = static_cast<std::uint32_t>(all);
  } else {
    if (graph_.edges.size() >= kMostChannels) {
      throw InputError(fmt::format("more than {} links; give fewer", kMostChannels));
    }
    graph_.edges.push_back({from, to, lanes});
  }
  return !fresh;
}

Graph GraphBuilder::finish() const {
  std::vector<NodeId> order(graph_.nodes.size()), number(graph_.nodes.size());
  for (NodeId v = 0; v < order.size(); ++v) order[v] = v;
  const auto is_switch = [&](NodeId v) { return graph_.nodes[v].role == NodeRole::forwarder; };
  std::stable_partition(order.begin(), order.end(), [&](NodeId v) { return !is_switch(v); });
  const auto processors = std::ranges::count_if(order, [&](NodeId v) { return !is_switch(v); });
  if (processors < 2) {
    throw InputError(fmt::format("a network of {} processor{}; give two at least", processors,
                                 processors == 1 ? "" : "s"));
  }
  const std::vector<NodeId> connected = largest_part(graph_);
  if (connected.size() < graph_.nodes.size()) {
    if (connected.empty()) {
      throw NotConnected(
          "not connected: no two processors reach each other; every processor must reach every "
          "other one, and be reached",
          "");
    }
    NodeId out = 0;
    while (out < connected.size() && connected[out] == out) ++out;
    const std::string& name = graph_.nodes[out].name;
    throw NotConnected(fmt::format("not connected: no path to {} and back from {}; every processor "
                                   "must reach every other one, and be reached",
                                   quote(name), quote(graph_.nodes[connected.front()].name)),
                       name);
  }
  Graph sorted;
  for (NodeId v = 0; v < order.size(); ++v) {
    number[order[v]] = v;
    sorted.nodes.push_back(graph_.nodes[order[v]]);
  }
  for (const Graph::Edge& edge : graph_.edges) {
    sorted.edges.push_back({number[edge.from], number[edge.to], edge.lanes});
  }
  return sorted;
}

}  // namespace romcast
