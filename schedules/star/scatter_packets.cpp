// SPDX-License-Identifier: Apache-2.0
// Which messages of a scatter share a packet, and when each packet starts.
//
// The tree of shortest paths has n-1 subtrees below the source, whose sizes differ by at most one
// node.
//
// Without start-up: the source sends the messages for the furthest nodes first (multi-port: in each
// subtree), relays forward every message immediately, and no message waits: messages arrive one at
// a time from the only parent, so they leave one at a time. The i-th last message of a subtree has
// at most i hops to go, since the messages for the nodes on its path come after it.
//
// With start-up: the nodes of each subtree are taken in postorder, so ancestors come after their
// descendants. The source sends each packet to the child whose subtree has most unsent messages. A
// packet holds at most B messages and, if taper > 0, at most tapered() messages: 1/taper of all
// unsent messages (multi-port: 1/taper of those for that subtree). A relay keeps its own messages
// and immediately sends on one packet for each child whose subtree has messages in the packet, the
// deepest subtree first. All combinations of some values of B and taper are tried.
#include "schedules/star/scatter_packets.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "romcast/core/topologies.hpp"
#include "schedules/star/tree.hpp"

namespace romcast::star {
namespace {

// The tree with its nodes in postorder, `order`: the subtree of a node v > 0 is order[first[v]] to
// order[place[v]].
struct Postorder {
  explicit Postorder(const StarGraph& graph) : tree(balanced_tree(graph)) {
    const auto n = static_cast<NodeId>(graph.nodes());
    parent.assign(n, kNone);
    height.assign(n, 0);
    children.resize(n);
    for (NodeId v = 1; v < n; ++v) parent[v] = graph.neighbour(v, tree.up[v]);
    std::vector<NodeId> far_first(n - 1);
    std::iota(far_first.begin(), far_first.end(), 1);
    std::ranges::stable_sort(far_first, std::greater{}, [&](NodeId v) { return tree.round[v]; });
    for (const NodeId v : far_first) {
      children[parent[v]].push_back(v);
      height[parent[v]] = std::max(height[parent[v]], height[v] + 1);
    }
    for (auto& list : children) {
      std::ranges::stable_sort(list, std::greater{}, [&](NodeId v) { return height[v]; });
    }
    first.assign(n, 0);
    place.assign(n, 0);
    visit(0);
  }
  void visit(NodeId v) {
    first[v] = static_cast<NodeId>(order.size());
    for (const NodeId child : children[v]) visit(child);
    place[v] = static_cast<NodeId>(order.size());
    if (v != 0) order.push_back(v);
  }

  TimedTree tree;
  std::vector<NodeId> parent, order, first, place;
  std::vector<std::uint32_t> height;
  std::vector<std::vector<NodeId>> children;
};

struct Policy {
  std::uint64_t cap = 1;    // most messages in a packet
  std::uint32_t taper = 0;  // a packet holds at most 1/taper of the rest; 0: no limit
};

// A scatter by one policy. Messages are numbered in the postorder of their destinations, `each_`
// messages per destination; a packet is a range of these numbers.
class Run {
 public:
  Run(const Problem& problem, const Postorder& nodes)
      : nodes_(nodes),
        single_(problem.ports.single()),
        each_(problem.collective.messages()),
        timing_(problem.timing),
        free_(nodes.parent.size(), 1) {}

  /// Returns no packets if the run takes `limit` cycles or more.
  std::vector<ScatterPacket> packets(Policy policy, std::uint64_t limit) {
    send_all(policy);
    while (!arriving_.empty() && cycles_ < limit) {
      const ScatterPacket packet = arriving_.top().packet;
      const std::uint64_t now = arriving_.top().cycle + 1;
      arriving_.pop();
      forward(packet, now);
    }
    if (cycles_ >= limit) return {};
    std::ranges::stable_sort(packets_, {}, &ScatterPacket::start);
    return std::move(packets_);
  }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  struct Arrival {
    std::uint64_t cycle;
    ScatterPacket packet;
    bool operator>(const Arrival& other) const { return cycle > other.cycle; }
  };

  // First cycle in which the parent's port (multi-port: its link to `child`) is free.
  std::uint64_t& free_from(NodeId child) { return free_[single_ ? nodes_.parent[child] : child]; }
  void send(NodeId child, std::uint64_t first, std::uint64_t end, std::uint64_t now) {
    std::uint64_t& free = free_from(child);
    const ScatterPacket packet{.start = std::max(free, now),
                               .child = child,
                               .first = static_cast<std::uint32_t>(first),
                               .count = static_cast<std::uint32_t>(end - first)};
    free = packet.start + timing_.startup + (end - first) * timing_.per_message;
    cycles_ = std::max(cycles_, free - 1);
    packets_.push_back(packet);
    arriving_.push({free - 1, packet});
  }

  void send_all(Policy policy) {
    const std::vector<NodeId>& children = nodes_.children[0];
    std::vector<std::uint64_t> next, end;
    for (const NodeId child : children) {
      next.push_back(nodes_.first[child] * each_);
      end.push_back((nodes_.place[child] + std::uint64_t{1}) * each_);
    }
    std::uint64_t left = nodes_.order.size() * each_;
    while (left > 0) {
      std::size_t most = 0;
      for (std::size_t i = 1; i < children.size(); ++i) {
        if (end[i] - next[i] > end[most] - next[most]) most = i;
      }
      const std::uint64_t there = end[most] - next[most];
      std::uint64_t size = std::min(there, policy.cap);
      if (policy.taper > 0) size = std::min(size, tapered(single_ ? left : there, policy.taper));
      send(children[most], next[most], next[most] + size, 1);
      next[most] += size;
      left -= size;
    }
  }
  // 1/taper of `left` messages, rounded down to the messages of whole nodes (each_ per node); at
  // least those of one node.
  [[nodiscard]] std::uint64_t tapered(std::uint64_t left, std::uint64_t taper) const {
    return std::max<std::uint64_t>(left / taper / each_, 1) * each_;
  }

  void forward(const ScatterPacket& packet, std::uint64_t now) {
    const std::uint64_t end = std::uint64_t{packet.first} + packet.count;
    for (const NodeId child : nodes_.children[packet.child]) {
      const std::uint64_t from = std::max<std::uint64_t>(packet.first, nodes_.first[child] * each_);
      const std::uint64_t to = std::min(end, (nodes_.place[child] + std::uint64_t{1}) * each_);
      if (from < to) send(child, from, to, now);
    }
  }

  const Postorder& nodes_;
  const bool single_;
  const std::uint64_t each_;
  const Timing timing_;
  std::vector<std::uint64_t> free_;  // by node: when its port (multi-port: the link to it) is free
  std::vector<ScatterPacket> packets_;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arriving_;
  std::uint64_t cycles_ = 0;
};

// The packets without start-up: one for each node and each link of the path to that node, with all
// messages for the node, which follow each other without a pause.
ScatterPackets furthest_first(const Problem& problem, Postorder nodes) {
  const std::uint64_t each = problem.collective.messages(), tm = problem.timing.per_message;
  ScatterPackets result{.order = std::move(nodes.order), .up = std::move(nodes.tree.up)};
  const std::vector<std::uint32_t>& distance = nodes.tree.round;
  std::ranges::stable_sort(result.order, std::greater{}, [&](NodeId v) { return distance[v]; });
  std::vector<std::uint64_t> sent(distance.size(), 0);  // nodes served (multi-port: per child of 0)
  for (std::size_t i = 0; i < result.order.size(); ++i) {
    std::vector<NodeId> path{result.order[i]};
    while (nodes.parent[path.back()] != 0) path.push_back(nodes.parent[path.back()]);
    std::uint64_t start = sent[problem.ports.single() ? 0 : path.back()]++ * each * tm + 1;
    for (auto to = path.rbegin(); to != path.rend(); ++to, start += tm) {
      result.packets.push_back(
          {start, *to, static_cast<std::uint32_t>(i * each), static_cast<std::uint32_t>(each)});
      result.cycles = std::max(result.cycles, start + each * tm - 1);
    }
  }
  std::ranges::stable_sort(result.packets, {}, &ScatterPacket::start);
  return result;
}

// Packet sizes to try, in messages: only --packet-cap if it is given and not auto; else the
// messages for 1, 2, 4, .. nodes, the largest size first.
std::vector<std::uint64_t> caps(const Problem& problem) {
  const std::uint64_t each = problem.collective.messages();
  if (const std::uint32_t cap = packet_cap(problem); cap > 0) return {cap};
  std::vector<std::uint64_t> result;
  for (std::uint64_t nodes = 1; nodes < 2 * problem.collective.processors(); nodes *= 2) {
    result.push_back(nodes * each);
  }
  std::ranges::reverse(result);  // few packets take less time to try
  return result;
}

}  // namespace

ScatterPackets scatter_packets(const Problem& problem) {
  const std::vector<std::uint64_t> to_try = caps(problem);
  const auto graph = star::graph(problem);
  Postorder nodes(*graph);
  ScatterPackets best;
  if (problem.timing.startup == 0) {
    best = furthest_first(problem, std::move(nodes));
  } else {
    std::uint64_t limit = ~std::uint64_t{0};
    const unsigned n = graph->symbols();
    for (const std::uint64_t cap : to_try) {
      for (const std::uint32_t taper : {0U, 2U, n, 2 * n, 4 * n}) {
        Run run(problem, nodes);
        auto packets = run.packets({cap, taper}, limit);
        if (packets.empty()) continue;
        best.packets = std::move(packets);
        best.cycles = limit = run.cycles();
      }
    }
    best.order = std::move(nodes.order);
    best.up = std::move(nodes.tree.up);
  }
  if (best.cycles >= kNone) refuse_endless();
  return best;
}

}  // namespace romcast::star
