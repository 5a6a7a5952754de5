// SPDX-License-Identifier: Apache-2.0
// Scatter and gather, with M messages for each node, along a tree of shortest paths whose n-1
// subtrees below the source have nearly equal sizes.
//
// t_s = 0: furthest first, single-port T = (n!-1) M t_m, multi-port T = n(n-2)! M t_m, where
// n(n-2)! is the size of the largest subtree. For M = 1 the source cannot send its messages in less
// time.
// t_s > 0: see scatter_packets.cpp; no formula.
// A gather is the reversed scatter: a packet that crosses a link in cycles a..b crosses the
// opposite link in cycles T+1-b..T+1-a. A relay of the scatter receives a message before it sends
// the message on; so does, therefore, a relay of the gather.
#include <fmt/format.h>

#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/scatter_packets.hpp"

namespace romcast {
namespace {

using namespace star;

Plan scatter_plan(const Problem& problem) {
  const auto packets = std::make_shared<const ScatterPackets>(scatter_packets(problem));
  return {.open = open_packets(problem, packets)};
}

Theory scatter_theory(const Problem& problem) {
  Theory theory;
  const unsigned n = graph(problem)->symbols();
  if (problem.timing.startup == 0) {
    const bool single = problem.ports.single();
    const std::uint64_t nodes = single ? factorial(n) - 1 : n * factorial(n - 2);
    theory.formula_cycles = nodes * problem.collective.messages() * problem.timing.per_message;
    theory.formula_source = fmt::format("{} = {} behind one {}", single ? "n!-1" : "n(n-2)!",
                                        counted(nodes, "node"), single ? "port" : "link");
  }
  add_lower_bound(problem, theory);
  return theory;
}

Algorithm common() {
  return {.network = "star",
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .default_control = Control::rom,
          .options = {packet_cap_option()},
          .build = scatter_plan,
          .predict = scatter_theory};
}

}  // namespace

Algorithm balanced_tree_scatter() {
  Algorithm algorithm = common();
  algorithm.name = "balanced-tree";
  algorithm.collective = CollectiveKind::scatter;
  algorithm.summary = "furthest first along even subtrees of shortest paths; nothing waits";
  algorithm.source = "romcast; bandwidth-optimal without start-up";
  return algorithm;
}

Algorithm reversed_balanced_tree_gather() {
  Algorithm algorithm = common();
  algorithm.name = "reversed-balanced-tree";
  algorithm.collective = CollectiveKind::gather;
  algorithm.summary = "the balanced-tree scatter run backwards; nothing waits";
  algorithm.source = "romcast; bandwidth-optimal without start-up";
  return algorithm;
}

}  // namespace romcast
