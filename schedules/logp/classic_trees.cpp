// SPDX-License-Identifier: Apache-2.0
// Broadcasts of one item along trees that do not depend on L, o and g: a node that has the item
// sends it to its children one after the other, max(g,o) apart, and each child has it L + 2o after
// the send began. Nodes are numbered from the source, 0.
//   binomial: v sends to v + 2^t for all 2^t > v, the least first   binary: to 2v+1, 2v+2
//   path: to v+1
//   P = 5, L = 1, o = 0, g = 1: binomial 3 cycles, binary 3, path 4
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "schedules/logp/machine.hpp"

namespace romcast {
namespace {

using namespace logp;

using Children = std::vector<NodeId> (*)(NodeId node, NodeId nodes);

std::vector<NodeId> binomial(NodeId node, NodeId nodes) {
  std::vector<NodeId> children;
  for (std::uint64_t step = std::bit_ceil(std::uint64_t{node} + 1); node + step < nodes;
       step *= 2) {
    children.push_back(static_cast<NodeId>(node + step));
  }
  return children;
}

std::vector<NodeId> binary(NodeId node, NodeId nodes) {
  std::vector<NodeId> children;
  for (const std::uint64_t child : {2 * std::uint64_t{node} + 1, 2 * std::uint64_t{node} + 2}) {
    if (child < nodes) children.push_back(static_cast<NodeId>(child));
  }
  return children;
}

std::vector<NodeId> path(NodeId node, NodeId nodes) {
  return node + 1 < nodes ? std::vector<NodeId>{node + 1} : std::vector<NodeId>{};
}

struct Timed {
  std::vector<Hop> hops{};
  std::uint64_t end = 0;
};

// The hops and the time of the broadcast. Parents have lower numbers than their children, so the
// loop knows when a node has the item.
Timed timed(const Problem& problem, Children children) {
  const Machine machine = machine_of(problem);
  const auto nodes = static_cast<NodeId>(machine.processors);
  const NodeId source = problem.collective.source();
  Timed result;
  std::vector<std::uint64_t> known(nodes, 0);
  for (NodeId node = 0; node < nodes; ++node) {
    std::uint64_t begin = known[node];
    for (const NodeId child : children(node, nodes)) {
      result.hops.push_back(
          {static_cast<Cycle>(begin + 1), (node + source) % nodes, 0, (child + source) % nodes});
      known[child] = begin + machine.reach();
      result.end = std::max(result.end, known[child]);
      begin += machine.spacing();
    }
  }
  return result;
}

std::string classic_trees_refusal(const Problem& problem) {
  if (!problem.timing.logp()) return "it is for LogP machines";  // rounds have other algorithms
  if (problem.collective.messages() == 1) return "";
  return fmt::format("one tree carries one item; for {} use `algorithm` block-cyclic",
                     problem.collective.messages());
}

Algorithm tree(const char* name, Children children, const char* summary) {
  Algorithm algorithm = logp_algorithm(name, CollectiveKind::broadcast);
  algorithm.summary = summary;
  algorithm.source = "textbooks; the times are Karp, Sahay, Santos & Schauser 1993, section 2's";
  algorithm.refusal = classic_trees_refusal;
  algorithm.build = [children](const Problem& problem) {
    Timed result = timed(problem, children);
    check_cycles(result.end, problem);
    return Plan{.open = stored_schedule(std::move(result.hops))};
  };
  algorithm.predict = [children](const Problem& problem) {
    Theory theory{.formula_cycles = timed(problem, children).end,
                  .formula_source = "along the tree: children max(g,o) apart, L + 2o each"};
    add_broadcast_bound(problem, theory);
    return theory;
  };
  return algorithm;
}

}  // namespace

Algorithm binomial_logp_broadcast() {
  return tree("binomial", binomial, "one item along the binomial tree, whatever L, o and g");
}
Algorithm binary_tree_logp_broadcast() {
  return tree("binary-tree", binary, "one item along a binary tree, whatever L, o and g");
}
Algorithm path_logp_broadcast() {
  return tree("path", path, "one item along a path, whatever L, o and g");
}

}  // namespace romcast
