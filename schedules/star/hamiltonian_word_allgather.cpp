// SPDX-License-Identifier: Apache-2.0
// Allgather along one word for all nodes: in every step each node sends the messages that it
// received last, at first its own, along the next letter of a word that leads from any node through
// all nodes. So the messages that it receives are new each time: T = (n!-1)(t_s + t_m), as on a
// ring, but all nodes send along the same dimension, and an open word suffices. Ehrlich's swaps
// need n-1 counters and no table.
#include <fmt/format.h>

#include <vector>

#include "schedules/star/bounds.hpp"
#include "schedules/star/hamiltonian.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

Plan hamiltonian_word_allgather_plan(const Problem& problem) {
  const auto graph = star::graph(problem);
  ProgramWriter writer(problem.timing);
  std::vector<RelativeMessage> last = own_messages(problem);
  EhrlichSwaps word(graph->symbols());
  for (unsigned d = word.next(); d != 0; d = word.next()) {
    writer.send({d}, last);
    for (RelativeMessage& message : last) message = received(*graph, message, d);
  }
  return plan_of(problem, writer.finish());
}

Theory hamiltonian_word_allgather_theory(const Problem& problem) {
  Theory theory;
  const Timing t = problem.timing;
  const std::uint64_t each = problem.collective.messages();
  theory.formula_cycles =
      (problem.collective.processors() - 1) * (t.startup + each * t.per_message);
  theory.formula_source = "a letter for every other node: (n!-1)(t_s + t_m)";
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm hamiltonian_word_allgather() {
  return {.name = "hamiltonian-word",
          .network = "star",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single},
          .summary = "as hamiltonian-ring, but all nodes follow one word; no table",
          .source = "romcast; the word is Ehrlich's (Knuth 4A, 7.2.1.2, Algorithm E)",
          .default_control = Control::rom,
          .build = hamiltonian_word_allgather_plan,
          .predict = hamiltonian_word_allgather_theory};
}

}  // namespace romcast
