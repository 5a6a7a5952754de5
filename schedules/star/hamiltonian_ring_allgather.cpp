// SPDX-License-Identifier: Apache-2.0
// Allgather along a Hamiltonian cycle: in every step each node sends the messages that it received
// last, at first its own, to the next node of the ring: T = (n!-1)(t_s + t_m). Section IV.2 of
// Tseng, Chang & Sheu 1998 compares its algorithm with this one by Fragopoulou & Akl. A node sends
// along one dimension only and receives along one only, but these differ from node to node.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "schedules/star/bounds.hpp"
#include "schedules/star/hamiltonian.hpp"
#include "schedules/star/lock_step.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

struct Ring {
  std::vector<NodeId> nodes;  // in order
  std::vector<LinkId> links;  // from each to the next
};

Ring ring_of(const StarGraph& graph) {
  Ring ring;
  NodeId at = 0;
  for (const std::uint8_t dimension : closed_word(graph.symbols())) {
    ring.nodes.push_back(at);
    ring.links.push_back(graph.link(at, dimension));
    at = graph.neighbour(at, dimension);
  }
  return ring;
}

std::uint64_t hamiltonian_ring_allgather_cycles(const Problem& problem) {
  const Timing t = problem.timing;
  return (problem.collective.processors() - 1) *
         (t.startup + problem.collective.messages() * std::uint64_t{t.per_message});
}

Plan hamiltonian_ring_allgather_plan(const Problem& problem) {
  const auto ring = std::make_shared<const Ring>(ring_of(*graph(problem)));
  const auto open = [ring]() -> NextStep {
    return [ring, sent = std::size_t{0}](Step& step) mutable {
      const std::size_t n = ring->nodes.size();
      if (sent == n - 1) return false;
      for (std::size_t p = 0; p < n; ++p) {
        step.send(ring->links[p]);
        step.add(ring->nodes[(p + n - sent) % n]);
      }
      ++sent;
      return true;
    };
  };
  return {.open = open_lock_step(problem, open, hamiltonian_ring_allgather_cycles(problem))};
}

Theory hamiltonian_ring_allgather_theory(const Problem& problem) {
  Theory theory;
  theory.formula_cycles = hamiltonian_ring_allgather_cycles(problem);
  theory.formula_source = fmt::format("{}, section IV.2: (n!-1)(t_s + t_m)", kPaper);
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm hamiltonian_ring_allgather() {
  return {.name = "hamiltonian-ring",
          .aliases = {"ring"},
          .network = "star",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single},
          .summary = "every node sends on to its next on one ring; a start-up per message",
          .source = "Fragopoulou & Akl 1995, as Tseng, Chang & Sheu 1998 compare with it",
          .default_control = Control::rom,
          .build = hamiltonian_ring_allgather_plan,
          .predict = hamiltonian_ring_allgather_theory};
}

}  // namespace romcast
