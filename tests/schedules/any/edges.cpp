// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/edges.hpp"

#include <queue>
#include <random>
#include <set>

namespace romcast::test {

EdgeNetwork::EdgeNetwork(std::size_t processors, std::size_t nodes,
                         const std::vector<Edge>& edges) {
  std::vector<Channel> channels;
  for (const Edge& e : edges) channels.push_back({.from = e.from, .to = e.to, .capacity = e.lanes});
  set_channels(processors, nodes, std::move(channels));
}

std::string EdgeNetwork::node_name(NodeId node) const {
  return (is_processor(node) ? "p" : "s") + std::to_string(node);
}

NodeId EdgeNetwork::find_node(std::string_view name) const {
  for (NodeId v = 0; v < nodes(); ++v) {
    if (node_name(v) == name) return v;
  }
  return kNone;
}

PortLimit EdgeNetwork::port_limit(Ports ports) const {
  if (ports.kind == Ports::Kind::several) return {ports.count, ports.count, ports.half};
  return ports.single() ? PortLimit{1, 1, ports.half} : PortLimit{};
}

ChannelId EdgeNetwork::route(NodeId at, NodeId destination) const {
  std::vector<ChannelId> first(nodes(), kNone);
  std::queue<NodeId> queue({at});
  std::vector<bool> seen(nodes(), false);
  seen[at] = true;
  while (!queue.empty()) {
    const NodeId v = queue.front();
    queue.pop();
    for (const ChannelId c : outputs(v)) {
      const NodeId to = channels()[c].to;
      if (seen[to]) continue;
      seen[to] = true;
      first[to] = v == at ? c : first[v];
      queue.push(to);
    }
  }
  return first[destination];
}

Network directed(std::size_t processors, const std::vector<Edge>& edges) {
  return std::make_shared<EdgeNetwork>(processors, processors, edges);
}

Network undirected(std::size_t processors, const std::vector<Edge>& edges, std::size_t nodes) {
  std::vector<Edge> both;
  for (const Edge& e : edges) {
    both.push_back(e);
    both.push_back({e.to, e.from, e.lanes});
  }
  return std::make_shared<EdgeNetwork>(processors, nodes == 0 ? processors : nodes, both);
}

Network ring(NodeId processors) {
  std::vector<Edge> edges;
  for (NodeId p = 0; p < processors; ++p) edges.push_back({p, (p + 1) % processors});
  return undirected(processors, edges);
}

Network path(NodeId processors) {
  std::vector<Edge> edges;
  for (NodeId p = 0; p + 1 < processors; ++p) edges.push_back({p, p + 1});
  return undirected(processors, edges);
}

Network grid(const std::vector<NodeId>& dims, bool wrapped) {
  NodeId n = 1;
  for (const NodeId d : dims) n *= d;
  std::vector<Edge> edges;
  NodeId stride = n;
  for (const NodeId d : dims) {
    stride /= d;
    for (NodeId p = 0; p < n; ++p) {
      const NodeId x = p / stride % d;
      if (x + 1 < d) edges.push_back({p, p + stride});
      if (wrapped && x + 1 == d && d > 2) edges.push_back({p, p - (d - 1) * stride});
    }
  }
  return undirected(n, edges);
}

Network hypercube(unsigned dimensions) { return grid(std::vector<NodeId>(dimensions, 2), false); }

Network star_of(NodeId leaves) {
  std::vector<Edge> edges;
  for (NodeId p = 1; p <= leaves; ++p) edges.push_back({0, p});
  return undirected(leaves + 1, edges);
}

Network de_bruijn(NodeId alphabet, unsigned length) {
  NodeId n = 1;
  for (unsigned i = 0; i < length; ++i) n *= alphabet;
  std::vector<Edge> edges;
  for (NodeId p = 0; p < n; ++p) {
    for (NodeId a = 0; a < alphabet; ++a) {
      const NodeId to = (p * alphabet + a) % n;
      if (to != p) edges.push_back({p, to});
    }
  }
  return directed(n, edges);
}

Network petersen() {
  std::vector<Edge> edges;
  for (NodeId i = 0; i < 5; ++i) {
    edges.push_back({i, (i + 1) % 5});
    edges.push_back({i, i + 5});
    edges.push_back({i + 5, (i + 2) % 5 + 5});
  }
  return undirected(10, edges);
}

Network dgx1() {
  std::vector<Edge> edges;
  for (const auto& [a, b] :
       {std::pair{0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3}, {4, 7}, {5, 6}, {6, 7}}) {
    edges.push_back({NodeId(a), NodeId(b), 2});
  }
  for (const auto& [a, b] :
       {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 6}, {3, 7}, {4, 5}, {4, 6}, {5, 7}}) {
    edges.push_back({NodeId(a), NodeId(b), 1});
  }
  return undirected(8, edges);
}

Network random_network(NodeId processors, unsigned more, unsigned seed) {
  std::mt19937 random(seed);
  std::set<std::pair<NodeId, NodeId>> pairs;
  for (NodeId p = 1; p < processors; ++p) pairs.insert({static_cast<NodeId>(random() % p), p});
  for (unsigned i = 0; i < more; ++i) {
    const auto a = static_cast<NodeId>(random() % processors);
    const auto b = static_cast<NodeId>(random() % processors);
    if (a != b) pairs.insert({std::min(a, b), std::max(a, b)});
  }
  std::vector<Edge> edges;
  for (const auto& [a, b] : pairs) edges.push_back({a, b, 1 + (random() % 4 == 0 ? 1U : 0U)});
  return undirected(processors, edges);
}

}  // namespace romcast::test
