// SPDX-License-Identifier: Apache-2.0
// Alltoall with dimensions in turn; needs no table.
//
// The dimensions take turns, 2, 3, .., n, 2, 3, ..; in its turn a dimension carries, as one packet,
// every message that it brings nearer to its destination. So each message takes a shortest path,
// and after n^2 - 3n + 3 turns all have arrived (found by enumeration for n = 3..9; no proof for
// all n):
//   T = (n^2 - 3n + 3) t_s + n! l_{n,1} t_m
// where n! l_{n,1} is the sum of the distances from a node to all others; the second term is the
// bandwidth bound. All nodes send equally many messages in a turn, and every node holds at most
// n!-1 messages at any time. With at most B messages in a packet a turn of b messages takes
// ceil(b/B) start-ups.
//
// A node files a message by the dimension of its next hop: the first dimension, after the one along
// which the message arrived, that brings it nearer. A file is first in, first out, as in rtl/star.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "romcast/core/star_routing.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

// The files of one node; those of all nodes are the same.
class Files {
 public:
  explicit Files(const StarGraph& graph) : graph_(graph), files_(graph.symbols() + 1) {}

  /// Files a message that arrived along dimension `came_by` (n for own messages), unless this node
  /// is the message's destination.
  void add(const RelativeMessage& message, unsigned came_by) {
    const unsigned n = graph_.symbols();
    // The message is at node u, started at u*source and goes to u*source*destination.
    const Permutation to = graph_.label(graph_.times(message.source, message.destination));
    const Permutation here = Permutation::identity(n);
    if (to == here) return;
    unsigned d = came_by;
    do {
      d = d == n ? 2 : d + 1;
    } while (!nearer(here, to, d, n));
    files_[d].push_back(message);
    most_ = std::max(most_, files_[d].size());
  }
  /// Takes all messages for a dimension.
  std::vector<RelativeMessage> take(unsigned d) { return std::exchange(files_[d], {}); }
  [[nodiscard]] bool empty() const {
    return std::ranges::all_of(files_, [](const auto& file) { return file.empty(); });
  }
  [[nodiscard]] std::size_t most() const { return most_; }

 private:
  const StarGraph& graph_;
  std::vector<std::vector<RelativeMessage>> files_;  // by dimension
  std::size_t most_ = 0;
};

struct Turns {
  std::shared_ptr<const RelativeProgram> program;
  std::size_t most_filed = 0;
};

Turns take_turns(const Problem& problem) {
  const auto graph = star::graph(problem);
  const unsigned n = graph->symbols();
  ProgramWriter writer(problem.timing, packet_cap(problem));
  Files files(*graph);
  for (const RelativeMessage& message : own_messages(problem)) files.add(message, n);
  for (unsigned d = 2; !files.empty(); d = d == n ? 2 : d + 1) {
    const std::vector<RelativeMessage> packet = files.take(d);
    writer.send({d}, packet);
    for (const RelativeMessage& message : packet) files.add(received(*graph, message, d), d);
  }
  return {writer.finish(), files.most()};
}

Plan cyclic_alltoall_plan(const Problem& problem) {
  const Turns turns = take_turns(problem);
  return plan_of(problem, turns.program,
                 StarRules{.rule = StarRule::cyclic,
                           .packet_cap = packet_cap(problem),
                           .places = static_cast<std::uint32_t>(turns.most_filed)});
}

// Counts for each turn how many of the messages of node 12...n, one for each destination, make a
// hop in that turn.
std::vector<std::uint64_t> crossings(const StarGraph& graph) {
  const unsigned n = graph.symbols();
  std::vector<std::uint64_t> turns(n * n);
  for (NodeId q = 1; q < graph.nodes(); ++q) {
    Permutation here = Permutation::identity(n);
    const Permutation to = graph.label(q);
    unsigned d = 2;
    for (std::size_t turn = 0; here != to; ++turn, d = d == n ? 2 : d + 1) {
      if (!nearer(here, to, d, n)) continue;
      ++turns.at(turn);
      here = here.crossed(d);
    }
  }
  return turns;
}

std::uint64_t startups(const Problem& problem) {
  const unsigned n = graph(problem)->symbols();
  const std::uint64_t cap = packet_cap(problem);
  if (cap == 0) return n * n - 3 * n + 3;
  std::uint64_t sum = 0;
  for (const std::uint64_t count : crossings(*graph(problem))) {
    sum += (count * problem.collective.messages() + cap - 1) / cap;
  }
  return sum;
}

Theory cyclic_alltoall_theory(const Problem& problem) {
  Theory theory;
  const std::uint64_t messages =
      distance_sum(graph(problem)->symbols(), 1) * problem.collective.messages();
  const std::uint64_t packets = startups(problem);
  theory.formula_cycles = packets * problem.timing.startup + messages * problem.timing.per_message;
  theory.formula_source =
      packet_cap(problem) == 0
          ? fmt::format("n^2-3n+3 = {}, n! l_n,1 = {}", counted(packets, "start-up"),
                        counted(messages, "message"))
          : fmt::format("{}, counted way by way, n! l_n,1 = {}", counted(packets, "start-up"),
                        counted(messages, "message"));
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm cyclic_alltoall() {
  return {.name = "cyclic",
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "dimensions in turn, each takes all that it brings nearer; no ROM",
          .source = "romcast; bandwidth-optimal with n^2-3n+3 start-ups",
          .options = {packet_cap_option()},
          .build = cyclic_alltoall_plan,
          .predict = cyclic_alltoall_theory};
}

}  // namespace romcast
