// SPDX-License-Identifier: Apache-2.0
// Allgather, multi-port, bandwidth-optimal: all n-1 links of a node bring something new in every
// step but the last.
//
// All nodes do the same: if every node u sends the message of node u*w along g_d, every node u gets
// the message of u*(g_d w). So a schedule is a spanning tree of S_n in relative terms, with one
// edge of each dimension per step. The tree is grown greedily: in each step every dimension
// carries, of the messages new to the receiver, the one that the sender has known for longest.
// With M messages per source, t_m per message and t_s per start-up, the run takes T:
//   t_s = 0: each message alone, T = ceil((n!-1) M / (n-1)) t_m, the bound (counted for n = 3..8
//            with M < n, and n = 9 with M <= 2; no proof)
//   t_s > 0: the M messages of a source in one packet, T = n (n-2)! (t_s + M t_m); for a long t_s
//            use the algorithm `level`, which makes fewer start-ups
//
// Smallest case, S_3: step 1 sends the own message along g_2 and g_3; step 2 forwards along g_2 the
// message that came along g_3, and along g_3 the message that came along g_2; step 3 forwards along
// g_2 the message that came along g_3 in step 2.
#include <fmt/format.h>

#include <vector>

#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

// Grows `indices` trees together: one for each message of a source, or, if `indices` is 1, a single
// one for all M messages of a source.
class Growth {
 public:
  Growth(const StarGraph& graph, std::uint32_t indices)
      : graph_(graph),
        known_(graph.nodes() * indices, false),
        indices_(indices),
        next_(graph.symbols() + 1, 0) {
    for (std::uint32_t i = 0; i < indices; ++i) learn({.index = i});
  }
  struct Edge {
    unsigned dimension;
    RelativeMessage message;
  };
  /// The edges of the next step; none if all is known.
  std::vector<Edge> step() {
    std::vector<Edge> edges;
    const std::size_t before = order_.size();  // later messages wait for the next step
    for (unsigned d = 2; d <= graph_.symbols(); ++d) {
      for (bool found = false; !found && next_[d] < before; ++next_[d]) {
        const RelativeMessage message = order_[next_[d]];
        found = learn(received(graph_, message, d));
        if (found) edges.push_back({d, message});
      }
    }
    return edges;
  }

 private:
  bool learn(const RelativeMessage& message) {
    const std::size_t number = std::size_t{message.source} * indices_ + message.index;
    if (known_[number]) return false;
    known_[number] = true;
    order_.push_back(message);
    return true;
  }

  const StarGraph& graph_;
  std::vector<bool> known_;
  std::uint32_t indices_;
  std::vector<RelativeMessage> order_;  // known messages, the earliest first
  std::vector<std::size_t> next_;       // by dimension: index in order_ of the next message to try
};

std::uint64_t step_cycles(const Problem& problem) {
  const Timing t = problem.timing;
  const std::uint64_t each = t.startup == 0 ? 1 : problem.collective.messages();
  return t.startup + each * t.per_message;
}

// The messages that one edge carries: `message` or, with start-ups, all messages of its source.
std::vector<RelativeMessage> packet(const Problem& problem, const RelativeMessage& message) {
  if (problem.timing.startup == 0) return {message};
  std::vector<RelativeMessage> all(problem.collective.messages(), message);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i].index = i;
  return all;
}

Plan tree_allgather_plan(const Problem& problem) {
  const auto graph = star::graph(problem);
  Growth growth(*graph, problem.timing.startup == 0 ? problem.collective.messages() : 1);
  const auto program = std::make_shared<RelativeProgram>();
  std::uint64_t clock = 1;
  for (auto edges = growth.step(); !edges.empty(); edges = growth.step()) {
    if (clock + step_cycles(problem) - 1 > kNone) {
      refuse_endless();
    }
    for (const Growth::Edge& edge : edges) {
      program->packets.push_back({.start = static_cast<Cycle>(clock),
                                  .dimension = edge.dimension,
                                  .messages = packet(problem, edge.message)});
    }
    clock += step_cycles(problem);
  }
  return plan_of(problem, program);
}

Theory tree_allgather_theory(const Problem& problem) {
  Theory theory;
  const std::uint64_t links = graph(problem)->symbols() - 1;
  const std::uint64_t others = problem.collective.processors() - 1;
  const std::uint64_t items =
      problem.timing.startup == 0 ? others * problem.collective.messages() : others;
  const std::uint64_t steps = (items + links - 1) / links;
  theory.formula_cycles = steps * step_cycles(problem);
  theory.formula_source =
      fmt::format("all links bring something new in each of {}", counted(steps, "step"));
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm tree_allgather() {
  return {.name = "tree",
          .network = "star",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::multi},
          .summary = "one tree for all sources, a new edge of each dimension per step",
          .source = "romcast; bandwidth-optimal in the multi-port model",
          .default_control = Control::rom,
          .build = tree_allgather_plan,
          .predict = tree_allgather_theory};
}

}  // namespace romcast
