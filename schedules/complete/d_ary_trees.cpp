// SPDX-License-Identifier: Apache-2.0
// Broadcast along d almost complete d-ary trees in turn (Bar-Noy & Kipnis, sketched by Bruck,
// Cypher & Ho 1992, section 2.3): m + 2 log n - O(1) rounds. The trees are those of k-Tree with
// k = d, used with one port: every edge gets one of d colours, so that no processor has two
// outgoing or two incoming edges of one colour (possible by Koenig's theorem, as a processor has at
// most d of each). The label of an edge, the round of the edge's first send, is the smallest number
// that exceeds the label of the edge to this edge's sender and is congruent to this edge's colour
// modulo d. The tree whose first edge has colour c carries the messages c, c+d, c+2d, ...
#include <fmt/format.h>

#include <vector>

#include "romcast/core/topologies.hpp"
#include "schedules/complete/bounds.hpp"
#include "schedules/complete/k_trees.hpp"
#include "schedules/complete/periodic.hpp"

namespace romcast {
namespace {

using namespace complete;

constexpr std::uint32_t kMostArity = 64;

// Colours edges one by one. A new edge gets a colour that is free at its sender; if the colour is
// not free at the receiver, the two colours of an alternating path are exchanged first.
class Colouring {
 public:
  Colouring(std::uint32_t n, std::uint32_t colours, std::size_t edges)
      : colours_(colours), out_(std::size_t{n} * colours, kNone), in_(out_) {
    ends_.reserve(edges);
  }
  void add(NodeId from, NodeId to) {
    const auto edge = static_cast<std::uint32_t>(ends_.size());
    ends_.push_back({from, to, 0});
    const std::uint32_t a = free(out_, from), b = free(in_, to);
    if (at(in_, to, a) != kNone) exchange(to, a, b);
    paint(edge, a);
  }
  [[nodiscard]] std::uint32_t colour(std::size_t edge) const { return ends_[edge].colour; }

 private:
  struct Ends {
    NodeId from, to;
    std::uint32_t colour;
  };
  using Table = std::vector<std::uint32_t>;  // edge by processor and colour

  std::uint32_t& at(Table& table, NodeId node, std::uint32_t colour) const {
    return table[std::size_t{node} * colours_ + colour];
  }
  std::uint32_t free(Table& table, NodeId node) const {
    std::uint32_t colour = 0;
    while (at(table, node, colour) != kNone) ++colour;
    return colour;
  }
  void paint(std::uint32_t edge, std::uint32_t colour) {
    ends_[edge].colour = colour;
    at(out_, ends_[edge].from, colour) = edge;
    at(in_, ends_[edge].to, colour) = edge;
  }
  // Exchanges the colours `a` and `b` along the alternating path that begins with the edge of
  // colour `a` into `to`.
  void exchange(NodeId to, std::uint32_t a, std::uint32_t b) {
    std::vector<std::uint32_t> path;
    for (std::uint32_t edge = at(in_, to, a), colour = a; edge != kNone;) {
      path.push_back(edge);
      Table& table = colour == a ? out_ : in_;  // senders and receivers alternate
      const NodeId node = colour == a ? ends_[edge].from : ends_[edge].to;
      colour = colour == a ? b : a;
      edge = at(table, node, colour);
    }
    for (const std::uint32_t edge : path) {
      at(out_, ends_[edge].from, ends_[edge].colour) = kNone;
      at(in_, ends_[edge].to, ends_[edge].colour) = kNone;
    }
    for (const std::uint32_t edge : path) paint(edge, ends_[edge].colour == a ? b : a);
  }

  std::uint32_t colours_;
  std::vector<Ends> ends_;
  Table out_, in_;
};

std::uint32_t degree(const Problem& problem) {
  const auto given = problem.options.find("degree");
  return given == problem.options.end() ? 2 : parse_number("degree", given->second, 2, kMostArity);
}

std::vector<Edge> labelled(const KTrees& trees) {
  const std::uint32_t n = trees.nodes(), d = trees.trees();
  Colouring colouring(n, d, std::size_t{d} * (n - 1));
  for (std::uint32_t j = 0; j < d; ++j) {
    for (NodeId node = 1; node < n; ++node) {
      colouring.add(trees.processor(j, trees.parent(j, node)), trees.processor(j, node));
    }
  }
  std::vector<Edge> edges;
  edges.reserve(std::size_t{d} * (n - 1));
  std::vector<std::uint32_t> earliest(n);  // by node: the first round in which it can send
  for (std::uint32_t j = 0; j < d; ++j) {
    const std::uint32_t entered = colouring.colour(std::size_t{j} * (n - 1));
    earliest[0] = 0;
    for (NodeId node = 1; node < n; ++node) {
      const NodeId parent = trees.parent(j, node);
      const std::uint32_t colour = colouring.colour(std::size_t{j} * (n - 1) + node - 1);
      const std::uint32_t begin = earliest[parent];
      const std::uint32_t label = begin + (colour + d - begin % d) % d;
      edges.push_back({trees.processor(j, parent), trees.processor(j, node), label, entered});
      earliest[node] = label + 1;
    }
  }
  return edges;
}

Plan d_ary_trees_plan(const Problem& problem) {
  const std::uint32_t d = degree(problem);
  return periodic_plan(problem, d, d, labelled(KTrees(size_of(problem).n, d)));
}

Theory d_ary_trees_theory(const Problem& problem) {
  Theory theory;
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm d_ary_trees_broadcast() {
  Algorithm algorithm = broadcast_algorithm("d-ary-trees", {Ports::Kind::single});
  algorithm.summary = "d almost complete d-ary trees in turn; m + 2 log n - O(1) with d = 2";
  algorithm.source = "Bar-Noy & Kipnis 1991; Bruck, Cypher & Ho 1992, section 2.3";
  algorithm.options = {{"degree", {"2"}, "trees and children of a node, 2..64", true}};
  algorithm.build = d_ary_trees_plan;
  algorithm.predict = d_ary_trees_theory;
  return algorithm;
}

}  // namespace romcast
