// SPDX-License-Identifier: Apache-2.0
// Allgather substar by substar; no table, no redundancy, every packet as long as it can be.
//
// A d-substar consists of d (d-1)-substars, each with another symbol in position d. A substar's
// block is the messages of all its nodes. For d = 2..n every node sends the block of its own
// (d-1)-substar, (d-1)! messages, along g_d, and receives the block of the (d-1)-substar with the
// node's first symbol in position d. The node then sends the received block, but none that arrives
// later, along g_2 .. g_{d-1}; along g_i the node receives the block of the (d-1)-substar with the
// node's i-th symbol in position d. Together these d blocks are the block of the node's d-substar.
//
//   single-port: n(n-1)/2 start-ups, T = n(n-1)/2 t_s + (n!-1) t_m: the bandwidth bound is met
//   multi-port:  the sends along g_2 .. g_{d-1} at once: 2n-3 start-ups,
//                T = (2n-3) t_s + (2(1! + .. + (n-1)!) - 1) t_m
// With at most B messages in a packet a block of b messages takes ceil(b/B) start-ups.
//
// Smallest case, S_3, node 123, single-port: cycle 1 along g_2: own; cycle 2 along g_3: own, then
// in cycle 3 the message received along g_2; cycles 4 and 5 along g_2: the messages received along
// g_3.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

std::vector<RelativeMessage> received(const StarGraph& graph,
                                      const std::vector<RelativeMessage>& messages,
                                      unsigned dimension) {
  std::vector<RelativeMessage> result;
  result.reserve(messages.size());
  for (const RelativeMessage& m : messages) {
    result.push_back(star::received(graph, m, dimension));
  }
  return result;
}

void append(std::vector<RelativeMessage>& to, const std::vector<RelativeMessage>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Plan level_allgather_plan(const Problem& problem) {
  const auto graph = star::graph(problem);
  const std::uint32_t cap = packet_cap(problem);
  ProgramWriter writer(problem.timing, cap);
  std::vector<RelativeMessage> block = own_messages(problem);
  std::size_t came_by_2 = 0;  // messages that arrive along g_2; no dimension brings more
  for (unsigned d = 2; d <= graph->symbols(); ++d) {
    writer.send({d}, block);
    const std::vector<RelativeMessage> came = received(*graph, block, d);
    came_by_2 += came.size();
    append(block, came);
    std::vector<unsigned> others;
    for (unsigned i = 2; i < d; ++i) {
      if (problem.ports.single()) {
        writer.send({i}, came);
      } else {
        others.push_back(i);
      }
    }
    if (!others.empty()) writer.send(others, came);
    for (unsigned i = 2; i < d; ++i) append(block, received(*graph, came, i));
  }
  return plan_of(problem, writer.finish(),
                 StarRules{.rule = StarRule::level,
                           .packet_cap = cap,
                           .places = static_cast<std::uint32_t>(
                               problem.ports.single() ? block.size() : came_by_2)});
}

Theory level_allgather_theory(const Problem& problem) {
  Theory theory;
  const unsigned n = graph(problem)->symbols();
  const std::uint64_t each = problem.collective.messages();
  const std::uint64_t cap = packet_cap(problem);
  std::uint64_t startups = 0, messages = 0;
  for (unsigned d = 2; d <= n; ++d) {
    const std::uint64_t block = factorial(d - 1) * each;
    const std::uint64_t sends = problem.ports.single() ? d - 1 : std::min(d - 1, 2U);
    startups += sends * (cap == 0 ? 1 : (block + cap - 1) / cap);
    messages += sends * block;
  }
  theory.formula_cycles = startups * problem.timing.startup + messages * problem.timing.per_message;
  theory.formula_source = fmt::format("level by level: {}, {}", counted(startups, "start-up"),
                                      counted(messages, "message"));
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm level_allgather() {
  return {.name = "level",
          .network = "star",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "block by block of ever larger substars; fewest start-ups, no ROM",
          .source = "romcast; bandwidth-optimal in the single-port model",
          .options = {packet_cap_option()},
          .build = level_allgather_plan,
          .predict = level_allgather_theory};
}

}  // namespace romcast
