// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/hamiltonian.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace romcast::any {
namespace {

constexpr unsigned kCovers = 20;  // attempts
constexpr std::size_t kMostOnCycle = 4096;

// Disjoint cycles that together contain all nodes. Neighbouring cycles are merged until only one
// cycle remains.
class Cover {
 public:
  Cover(const Topology& topology, unsigned seed) : topology_(topology), random_(seed) {
    const std::size_t n = topology.nodes();
    before_.assign(n, kNone);
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), NodeId{0});
    if (seed > 0) std::ranges::shuffle(order_, random_);
  }

  /// The next node of each node on one cycle through all nodes; empty if no such cycle is found.
  [[nodiscard]] std::vector<NodeId> one_cycle() {
    if (!pair_neighbours() && !match_all()) return {};
    number_cycles();
    while (count_ > 1) {
      if (!merge_two()) return {};
    }
    return std::move(after_);
  }

 private:
  [[nodiscard]] NodeId end(ChannelId c) const { return topology_.channels()[c].to; }
  [[nodiscard]] bool linked(NodeId from, NodeId to) const {
    return topology_.find_channel(from, to) != kNone;
  }

  // Makes cycles of two nodes, which merge most easily; returns false if a node has no partner.
  bool pair_neighbours() {
    after_.assign(topology_.nodes(), kNone);
    for (const NodeId v : order_) {
      if (after_[v] != kNone) continue;
      for (const ChannelId c : topology_.outputs(v)) {
        const NodeId to = end(c);
        if (after_[to] != kNone || !linked(to, v)) continue;
        after_[v] = to;
        after_[to] = v;
        break;
      }
      if (after_[v] == kNone) return false;
    }
    return true;
  }

  // Makes cycles of any length: matches each node with its successor by augmenting paths; returns
  // false if no perfect matching exists.
  bool match_all() {
    before_.assign(topology_.nodes(), kNone);
    return std::ranges::all_of(order_,
                               [this](NodeId v) {
                                 seen_.assign(topology_.nodes(), false);
                                 return augment(v);
                               }) &&
           invert();
  }
  bool augment(NodeId v) {
    for (const ChannelId c : topology_.outputs(v)) {
      const NodeId to = end(c);
      if (seen_[to]) continue;
      seen_[to] = true;
      if (before_[to] != kNone && !augment(before_[to])) continue;
      before_[to] = v;
      return true;
    }
    return false;
  }
  bool invert() {
    for (NodeId v = 0; v < before_.size(); ++v) after_[before_[v]] = v;
    return true;
  }

  void number_cycles() {
    cycle_.assign(topology_.nodes(), kNone);
    count_ = 0;
    for (NodeId v = 0; v < cycle_.size(); ++v) {
      if (cycle_[v] != kNone) continue;
      for (NodeId at = v; cycle_[at] == kNone; at = after_[at]) cycle_[at] = count_;
      ++count_;
    }
  }

  // Merges two cycles: replaces the edges a > b and c > d by a > d and c > b, if necessary after
  // reversing the cycle of c. Returns false if no two cycles can be merged.
  bool merge_two() {
    for (const NodeId a : order_) {
      for (const ChannelId out : topology_.outputs(a)) {
        const NodeId d = end(out);
        if (cycle_[d] == cycle_[a]) continue;
        if (join(a, d)) return true;
        if (can_turn(d) && (turn(d), join(a, d))) return true;
      }
    }
    return false;
  }
  bool join(NodeId a, NodeId d) {
    NodeId c = d;
    while (after_[c] != d) c = after_[c];
    const NodeId b = after_[a];
    if (!linked(c, b)) return false;
    after_[a] = d;
    after_[c] = b;
    for (NodeId at = d; at != b; at = after_[at]) cycle_[at] = cycle_[a];
    --count_;
    return true;
  }
  [[nodiscard]] bool can_turn(NodeId v) const {
    NodeId at = v;
    do {
      if (!linked(after_[at], at)) return false;
      at = after_[at];
    } while (at != v);
    return true;
  }
  void turn(NodeId v) {
    NodeId at = v, last = v;
    std::vector<NodeId> nodes;
    do {
      nodes.push_back(at);
      at = after_[at];
    } while (at != v);
    last = nodes.back();
    for (const NodeId node : nodes) {
      after_[node] = last;
      last = node;
    }
  }

  const Topology& topology_;
  std::mt19937 random_;
  std::vector<NodeId> order_, after_, before_;
  std::vector<std::uint32_t> cycle_;  // by node
  std::vector<bool> seen_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<ChannelId> hamiltonian_cycle(const Topology& topology) {
  const std::size_t n = topology.nodes();
  if (n < 2 || n != topology.processors() || n > kMostOnCycle) return {};
  for (unsigned seed = 0; seed < kCovers; ++seed) {
    const std::vector<NodeId> after = Cover(topology, seed).one_cycle();
    if (after.empty()) continue;
    std::vector<ChannelId> cycle;
    for (NodeId v = 0; v < n; ++v) cycle.push_back(topology.find_channel(v, after[v]));
    return cycle;
  }
  return {};
}

Hops gather_round(const Task& task, const std::vector<ChannelId>& cycle) {
  const std::uint32_t each = task.collective.messages();
  std::vector<NodeId> source(cycle.size());  // by node: source of the messages that it sends
  std::iota(source.begin(), source.end(), NodeId{0});
  Hops hops;
  Cycle cycles = 0;
  for (std::size_t step = 1; step < cycle.size(); ++step) {
    for (std::uint32_t m = 0; m < each; ++m) {
      ++cycles;
      for (NodeId v = 0; v < cycle.size(); ++v) {
        hops.push_back({.cycle = cycles,
                        .link = task.topology.channels()[cycle[v]].first_link,
                        .message = source[v] * each + m});
      }
    }
    std::vector<NodeId> received(cycle.size());
    for (NodeId v = 0; v < cycle.size(); ++v) {
      received[task.topology.channels()[cycle[v]].to] = source[v];
    }
    source = std::move(received);
  }
  return hops;
}

}  // namespace romcast::any
