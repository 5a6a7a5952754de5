// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992, section 4: the trees and labels of the schedule that ran. Message i < d
// goes along the extended tree T^_i; a node's label in this tree is the round, counted from 0, in
// which message i arrives at the node.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "claims/fibtrees.hpp"

namespace romcast::claims {
namespace {

unsigned processors_of(const Row& row) { return unsigned(row["n"]); }

struct Edge {
  unsigned tree = 0, from = 0, to = 0, label = 0;
};

std::vector<Edge> edges_of(const Row& row) {
  const PlanView plan =
      view_plan(row, {.network = "complete",
                      .collective = "broadcast",
                      .algorithm = "fibonacci",
                      .options = {{"processors", fmt::format("{}", row["n"])}},
                      .algorithm_options = {{"degree", fmt::format("{}", row["d"])}},
                      .messages = unsigned(row["m"])});
  std::vector<Edge> edges;
  for (const Sent& hop : plan.hops) {
    if (hop.message < degree_of(row)) {
      edges.push_back({hop.message, hop.from, hop.to, hop.cycle - 1});
    }
  }
  return edges;
}

std::optional<double> not_growing(const Row& row) {
  const std::vector<Edge> edges = edges_of(row);
  std::map<std::pair<unsigned, unsigned>, unsigned> labels;  // by tree and processor
  for (const Edge& edge : edges) labels[{edge.tree, edge.to}] = edge.label;
  double count = 0;
  for (const Edge& edge : edges) {
    if (edge.from != 0 && labels.at({edge.tree, edge.from}) >= edge.label) ++count;
  }
  return count;
}

std::optional<double> children_alike(const Row& row) {
  std::set<std::array<unsigned, 3>> seen;
  double count = 0;
  for (const Edge& edge : edges_of(row)) {
    if (!seen.insert({edge.tree, edge.from, edge.label % degree_of(row)}).second) ++count;
  }
  return count;
}

std::optional<double> trees_alike(const Row& row) {
  std::set<std::pair<unsigned, unsigned>> seen;
  double count = 0;
  for (const Edge& edge : edges_of(row)) {
    if (!seen.insert({edge.to, edge.label % degree_of(row)}).second) ++count;
  }
  return count;
}

// Number of nodes of T^_0, including the virtual one.
std::optional<double> extended_nodes(const Row& row) {
  std::set<unsigned> nodes;
  for (const Edge& edge : edges_of(row)) {
    if (edge.tree == 0) nodes.insert(edge.to);
  }
  return double(nodes.size()) + 1;
}

// Number of children by processor and tree, without the broadcaster, processor 0.
std::map<unsigned, std::map<unsigned, unsigned>> children_of(const Row& row) {
  std::map<unsigned, std::map<unsigned, unsigned>> children;
  for (const Edge& edge : edges_of(row)) {
    if (edge.from != 0) ++children[edge.from][edge.tree];
  }
  return children;
}

// Number of processors that have children in the point's tree and in no other tree.
std::optional<double> internal_in_tree(const Row& row) {
  const auto children = children_of(row);
  return double(std::ranges::count_if(children, [&](const auto& processor) {
    return processor.second.size() == 1 && processor.second.contains(unsigned(row["tree"]));
  }));
}

// Number of processors, without the broadcaster, that have at most one child in each tree. An
// inserted processor has one child in each tree, but this child may be the virtual processor, which
// the plan does not contain.
std::optional<double> with_single_children(const Row& row) {
  auto children = children_of(row);
  double found = 0;
  for (unsigned p = 1; p < processors_of(row); ++p) {
    if (std::ranges::all_of(children[p], [](const auto& tree) { return tree.second <= 1; }))
      ++found;
  }
  return found;
}

// Number of processors with the same parent in all trees.
std::optional<double> in_array(const Row& row) {
  std::map<unsigned, std::set<unsigned>> parents;
  for (const Edge& edge : edges_of(row)) parents[edge.to].insert(edge.from);
  return double(std::ranges::count_if(
      parents, [](const auto& processor) { return processor.second.size() == 1; }));
}

// Number of processors, without the broadcaster, that have children in more than one tree.
std::optional<double> internal_in_many(const Row& row) {
  return double(std::ranges::count_if(
      children_of(row), [](const auto& processor) { return processor.second.size() > 1; }));
}

// T_0 should be FT_d(t), t = f_d(s), without some sets of siblings, so that s = (n-1)/d nodes
// remain. Returns the absolute difference of s and the number of T_0's nodes, plus the number of
// nodes with wrong children: a node of label l, the root of FT_d(t-l), must be a leaf or have d
// children with the labels l+1 .. l+d, and must be a leaf if t-l < d.
std::optional<double> not_left_of_the_whole(const Row& row) {
  const unsigned d = degree_of(row);
  const double s = (row["n"] - 1) / d;
  const double t = fibonacci_index(d, s);
  std::map<unsigned, std::set<unsigned>> labels;  // of the children in T_0, by parent
  std::map<unsigned, unsigned> label{};
  // T_0 consists of the processors that are internal in the extended tree 0.
  const auto children = children_of(row);
  for (const Edge& edge : edges_of(row)) {
    const auto of_tree = children.find(edge.to);
    if (edge.tree != 0 || of_tree == children.end() || !of_tree->second.contains(0)) continue;
    label[edge.to] = edge.label;
    if (edge.from != 0) labels[edge.from].insert(edge.label);
  }
  double different = std::abs(double(label.size()) - s);
  for (const auto& [node, of_node] : label) {
    const auto found = labels.find(node);
    if (found == labels.end()) continue;
    const std::set<unsigned>& own = found->second;
    const bool whole =
        own.size() == d && *own.begin() == of_node + 1 && *own.rbegin() == of_node + d;
    if (!whole || t - of_node < d) ++different;
  }
  return different;
}

Grid labelled(bool virtual_node) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned d : {3U, 5U, 7U}) {
      for (unsigned n = d * d + d + 1; n <= (full ? 120U : 60U); n += full ? 1 : 3) {
        const bool exact = n % (d * d) == d + 1;
        if (virtual_node ? exact : n % 2 == 1 || exact) {
          all.push_back(one_port({n, d, d}, "fibonacci"));
        }
      }
    }
    return all;
  });
}

Grid figure(unsigned n) { return points({one_port({n, 5, 3}, "fibonacci")}); }

Grid each_tree(unsigned n) {
  std::vector<Point> all;
  for (unsigned tree = 0; tree < 3; ++tree) {
    all.push_back(one_port({n, 5, 3}, "fibonacci"));
    all.back().at.emplace_back("tree", tree);
  }
  return points(all);
}

}  // namespace

std::vector<Claim> fibtrees_plans() {
  return {
      {.id = "fibtrees-fig3",
       .place = "Figure 3",
       .statement = "T_0, T_1 and T_2 for n = 22, d = 3: three groups of processors",
       .tried =
           "processors that send the messages of one tree and of no other one, in the plan that "
           "ran",
       .grid = each_tree(22),
       .measured = internal_in_tree,
       .printed = constant(7),
       .printed_text = "s = (n-1)/d = 7"},
      {.id = "fibtrees-fig4",
       .place = "Figure 4, section 4.2",
       .statement = "Each extended tree has s + s(d-1) + 1 = n nodes with the virtual one",
       .tried = "processors that a message reaches in the plan that ran, and the virtual one",
       .grid = labelled(true),
       .measured = extended_nodes,
       .printed = of([](const Row& r) {
         const double s = (processors_of(r) - 1.0) / degree_of(r);
         return s + s * (degree_of(r) - 1) + 1;
       }),
       .printed_text = "s + s(d-1) + 1"},
      {.id = "fibtrees-sec4.2-removed",
       .place = "section 4.2",
       .statement = "T_0 can be obtained from FT_d(t) by successively removing leaf sibling sets "
                    "until s nodes remain",
       .tried = "processors of T_0 in the plan that ran whose children have other labels than in "
                "FT_d(t), or only some of them; and nodes more or less than s = (n-1)/d",
       .grid = labelled(true),
       .measured = not_left_of_the_whole,
       .printed = constant(0),
       .printed_text = "0 nodes"},
      {.id = "fibtrees-lem4.6-inner",
       .place = "Lemma 4.6, proof",
       .statement = "Each processor is an internal node in at most one of the trees",
       .tried = "processors that send the messages of two trees or more, in the plan that ran",
       .grid = labelled(true),
       .measured = internal_in_many,
       .printed = constant(0),
       .printed_text = "0 processors"},
      {.id = "fibtrees-lem4.3",
       .place = "Lemma 4.3",
       .statement = "Labels grow from parent to child",
       .tried = "edges of the plan that ran whose label is not larger than the parent's",
       .grid = labelled(false),
       .measured = not_growing,
       .printed = constant(0),
       .printed_text = "0 edges"},
      {.id = "fibtrees-lem4.4",
       .place = "Lemma 4.4",
       .statement = "Children of a node in one tree have labels that differ modulo d",
       .tried = "pairs that agree in the plan that ran, all trees",
       .grid = labelled(false),
       .measured = children_alike,
       .printed = constant(0),
       .printed_text = "0 pairs"},
      {.id = "fibtrees-lem4.5",
       .place = "Lemma 4.5",
       .statement = "A processor's labels in the d trees differ modulo d",
       .tried = "pairs that agree in the plan that ran, all processors",
       .grid = labelled(false),
       .measured = trees_alike,
       .printed = constant(0),
       .printed_text = "0 pairs"},
      {.id = "fibtrees-fig5",
       .place = "Figure 5",
       .statement = "Modified tree for n = 28, d = 3: six processors are inserted into edges",
       .tried = "processors with at most one child in each tree of the plan that ran",
       .grid = figure(28),
       .measured = with_single_children,
       .printed = constant(6),
       .printed_text = "28 - 22 = 6"},
      {.id = "fibtrees-fig6",
       .place = "Figure 6",
       .statement = "Modified tree for n = 30, d = 3: a linear array of two processors",
       .tried = "processors with the same parent in all trees of the plan that ran",
       .grid = figure(30),
       .measured = in_array,
       .printed = constant(2),
       .printed_text = "30 - 28 = 2"},
  };
}

}  // namespace romcast::claims
