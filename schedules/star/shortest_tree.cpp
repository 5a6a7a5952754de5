// SPDX-License-Identifier: Apache-2.0
// Trees of shortest paths.
#include <algorithm>
#include <numeric>
#include <utility>

#include "romcast/core/star_routing.hpp"
#include "schedules/star/tree.hpp"

namespace romcast::star {
namespace {

// Conjugates q by the rotation of the symbols 2..n: if a path along dimensions d, e, .. leads from
// the root to q, the path along rotated(d), rotated(e), .. leads from the root to the result.
Permutation rotated(Permutation q, unsigned n) {
  const auto turn = [n](unsigned i) { return i == 0 ? 0 : i == n - 1 ? 1 : i + 1; };
  Permutation r;
  for (unsigned i = 0; i < n; ++i) r.set(turn(i), turn(q[i]));
  return r;
}

unsigned rotated(unsigned dimension, unsigned n) { return dimension == n ? 2 : dimension + 1; }

std::vector<std::uint32_t> distances(const StarGraph& graph) {
  const unsigned n = graph.symbols();
  std::vector<std::uint32_t> distance(graph.nodes());
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    distance[v] = star_distance(Permutation::identity(n), graph.label(v), n);
  }
  return distance;
}

std::vector<NodeId> by_distance(const std::vector<std::uint32_t>& distance) {
  std::vector<NodeId> order(distance.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](NodeId v) { return distance[v]; });
  return order;
}

class Balancer {
 public:
  explicit Balancer(const StarGraph& graph)
      : graph_(graph),
        n_(graph.symbols()),
        tree_{.up = std::vector<std::uint8_t>(graph.nodes(), 0), .round = distances(graph)},
        branch_(graph.nodes(), 0),
        size_(n_ + 1, 0) {
    tree_.rounds = *std::ranges::max_element(tree_.round);
  }

  TimedTree balance() {
    const std::vector<NodeId> order = by_distance(tree_.round);
    std::vector<NodeId> last;
    for (const NodeId v : order) {
      if (v == 0 || branch_[v] != 0) continue;
      const std::vector<NodeId> orbit = orbit_of(v);
      if (orbit.size() == n_ - 1) {
        join_orbit(orbit);
      } else {
        last.insert(last.end(), orbit.begin(), orbit.end());
        for (const NodeId w : orbit) branch_[w] = kLater;
      }
    }
    even_out(last);
    return std::move(tree_);
  }

 private:
  static constexpr unsigned kLater = ~0U;

  std::vector<NodeId> orbit_of(NodeId v) const {
    std::vector<NodeId> orbit;
    Permutation q = graph_.label(v);
    do {
      orbit.push_back(graph_.node(q));
      q = rotated(q, n_);
    } while (q != graph_.label(v));
    return orbit;
  }

  // The dimensions that lead from v to neighbours which are nearer to the root and in the tree.
  std::vector<unsigned> paths_to(NodeId v) const {
    std::vector<unsigned> paths;
    for (unsigned d = 2; d <= n_; ++d) {
      const NodeId p = graph_.neighbour(v, d);
      if (tree_.round[p] < tree_.round[v] && (p == 0 || (branch_[p] != 0 && branch_[p] != kLater)))
        paths.push_back(d);
    }
    return paths;
  }
  void join(NodeId v, unsigned up) {
    const NodeId p = graph_.neighbour(v, up);
    tree_.up[v] = static_cast<std::uint8_t>(up);
    branch_[v] = p == 0 ? up : branch_[p];
    ++size_[branch_[v]];
  }
  // Adds one node to each branch: orbit[0] joins along the first dimension d of paths_to(orbit[0]),
  // orbit[i] joins along d rotated i times.
  void join_orbit(const std::vector<NodeId>& orbit) {
    unsigned up = paths_to(orbit.front()).front();
    for (const NodeId v : orbit) {
      join(v, up);
      up = rotated(up, n_);
    }
  }

  // Adds the nodes whose orbits have fewer than n-1 nodes. Each becomes a leaf: it joins the
  // smallest branch that a neighbour nearer to the root belongs to.
  void even_out(const std::vector<NodeId>& nodes) {
    for (const NodeId v : nodes) {
      const std::vector<unsigned> paths = paths_to(v);
      join(v, *std::ranges::min_element(
                  paths, {}, [&](unsigned d) { return size_[branch_[graph_.neighbour(v, d)]]; }));
    }
  }

  const StarGraph& graph_;
  const unsigned n_;
  TimedTree tree_;
  std::vector<unsigned> branch_;  // by node: first dimension of the path to it; 0, kLater: none yet
  std::vector<std::uint64_t> size_;
};

}  // namespace

TimedTree balanced_tree(const StarGraph& graph) { return Balancer(graph).balance(); }

}  // namespace romcast::star
