// SPDX-License-Identifier: Apache-2.0
// Trees for the single-port broadcast.
#include <algorithm>
#include <functional>
#include <string_view>

#include "schedules/star/bounds.hpp"
#include "schedules/star/greedy_tree.hpp"
#include "schedules/star/hamiltonian.hpp"
#include "schedules/star/spreading_tree_6.hpp"
#include "schedules/star/tree.hpp"

namespace romcast::star {
namespace {

// Dimension of the hop between neighbours.
std::uint8_t dimension_between(const Neighbours& neighbours, NodeId from, NodeId to) {
  const auto all = neighbours.of(from);
  return static_cast<std::uint8_t>(std::ranges::find(all, to) - all.begin() + 2);
}

TimedTree tree_of(const Neighbours& neighbours, const Growth& growth) {
  TimedTree tree{.up = std::vector<std::uint8_t>(neighbours.nodes(), 0),
                 .round = growth.round,
                 .rounds = growth.rounds};
  for (NodeId v = 1; v < tree.up.size(); ++v) {
    tree.up[v] = dimension_between(neighbours, v, growth.parent[v]);
  }
  return tree;
}

// Assigns rounds to a given tree optimally: each node sends first to the child that needs most
// rounds.
class Planter {
 public:
  Planter(const StarGraph& graph, std::string_view up)
      : children_(up.size()), height_(up.size(), 0) {
    growth_.parent.assign(up.size(), kNone);
    growth_.round.assign(up.size(), 0);
    for (NodeId v = 1; v < up.size(); ++v) {
      growth_.parent[v] = graph.neighbour(v, static_cast<unsigned>(up[v] - '0'));
      children_[growth_.parent[v]].push_back(v);
    }
  }
  Growth plant() {
    growth_.rounds = measure(0);
    start(0);
    return std::move(growth_);
  }

 private:
  // Rounds from a node's reception until the last node below it has the message.
  std::uint32_t measure(NodeId v) {
    auto& children = children_[v];
    for (const NodeId child : children) height_[child] = measure(child);
    std::ranges::stable_sort(children, std::greater{}, [&](NodeId c) { return height_[c]; });
    std::uint32_t most = 0, turn = 0;
    for (const NodeId child : children) most = std::max(most, ++turn + height_[child]);
    return most;
  }
  void start(NodeId v) {
    std::uint32_t turn = growth_.round[v];
    for (const NodeId child : children_[v]) {
      growth_.round[child] = ++turn;
      start(child);
    }
  }

  std::vector<std::vector<NodeId>> children_;
  std::vector<std::uint32_t> height_;
  Growth growth_;
};

bool has_period(const Growth& growth, std::uint32_t period) {
  std::vector<std::uint32_t> turns(growth.parent.size(), 0);
  for (NodeId v = 1; v < growth.parent.size(); ++v) {
    const NodeId p = growth.parent[v];
    const std::uint32_t turn = 1U << (growth.round[v] - growth.round[p]) % period;
    if ((turns[p] & turn) != 0) return false;
    turns[p] |= turn;
  }
  return true;
}

TimedTree hamiltonian_path(const StarGraph& graph) {
  TimedTree tree{.up = std::vector<std::uint8_t>(graph.nodes(), 0),
                 .round = std::vector<std::uint32_t>(graph.nodes(), 0)};
  NodeId at = 0;
  EhrlichSwaps word(graph.symbols());
  while (const unsigned d = word.next()) {
    at = graph.neighbour(at, d);
    tree.up[at] = static_cast<std::uint8_t>(d);
    tree.round[at] = ++tree.rounds;
  }
  return tree;
}

Growth grow(const StarGraph& graph, const Neighbours& neighbours) {
  constexpr std::uint64_t kMostMoves = 4'000'000;  // n = 3..9 need far fewer
  if (graph.symbols() == 6) return Planter(graph, kSpreadingTree6).plant();
  Growth growth = grow_greedily(neighbours, spreading_steps(graph.symbols()), 0);
  if (growth.missing > 0 && !mend(neighbours, growth, kMostMoves)) {
    growth = grow_greedily(neighbours, kNone, 0);
  }
  return growth;
}

}  // namespace

TimedTree broadcast_tree(const StarGraph& graph) {
  const Neighbours neighbours(graph);
  const Growth growth = grow(graph, neighbours);
  TimedTree tree = tree_of(neighbours, growth);
  while (!has_period(growth, tree.period)) ++tree.period;
  return tree;
}

TimedTree periodic_tree(const StarGraph& graph, std::uint32_t period) {
  if (period == 1) return hamiltonian_path(graph);
  const Neighbours neighbours(graph);
  const Growth growth = grow_greedily(neighbours, kNone, period);
  if (growth.missing > 0) return {};
  TimedTree tree = tree_of(neighbours, growth);
  tree.period = period;
  return tree;
}

}  // namespace romcast::star
