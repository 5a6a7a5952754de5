// SPDX-License-Identifier: Apache-2.0
// Allgather on a ring as textbooks teach it: everybody passes on what it got before, multi-port in
// both directions at once (each message goes half of the ring either way), single-port in one.
//   multi   T = ceil(M (n-1) / 2), the bound: two messages reach a node in a cycle
//   single  T = M (n-1), the bound
// If n is even, whoever is opposite gets every other message from the other side.
#include <fmt/format.h>

#include "schedules/any/any.hpp"

namespace romcast {
namespace {

using namespace any;

// Everybody sends what started `back` nodes behind it, all M messages or some, to the next node.
class Passes {
 public:
  explicit Passes(const Problem& problem)
      : topology_(*problem.topology), collective_(problem.collective) {}

  // From cycle `begin` on, those messages whose number modulo `step` is `first`.
  void pass(bool up, NodeId back, Cycle begin, std::uint32_t first, std::uint32_t step) {
    const auto n = static_cast<NodeId>(topology_.processors());
    for (NodeId v = 0; v < n; ++v) {
      const NodeId to = up ? (v + 1) % n : (v + n - 1) % n;
      const NodeId source = up ? (v + n - back) % n : (v + back) % n;
      const LinkId link = topology_.channels()[topology_.find_channel(v, to)].first_link;
      Cycle cycle = begin;
      for (std::uint32_t m = first; m < collective_.messages(); m += step) {
        hops_.push_back(
            {.cycle = cycle++, .link = link, .message = source * collective_.messages() + m});
      }
    }
  }
  Hops hops() { return std::move(hops_); }

 private:
  const Topology& topology_;
  const Collective& collective_;
  Hops hops_;
};

Plan build(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.topology->processors());
  const std::uint32_t each = problem.collective.messages();
  const bool both = !problem.ports.single();
  Passes passes(problem);
  const NodeId whole = both ? (n - 1) / 2 : n - 1;  // nodes that get all messages one way
  for (NodeId back = 0; back < whole; ++back) {
    passes.pass(true, back, back * each + 1, 0, 1);
    if (both) passes.pass(false, back, back * each + 1, 0, 1);
  }
  if (both && n % 2 == 0) {
    passes.pass(true, whole, whole * each + 1, 0, 2);
    passes.pass(false, whole, whole * each + 1, 1, 2);
  }
  return {.open = stored_schedule(passes.hops())};
}

Theory predict_ring(const Problem& problem) {
  Theory theory = any::predict(problem);
  const std::uint64_t all =
      (problem.topology->processors() - 1) * std::uint64_t{problem.collective.messages()};
  theory.formula_cycles = problem.ports.single() ? all : (all + 1) / 2;
  theory.formula_source = problem.ports.single() ? "every node gets one message a cycle"
                                                 : "every node gets two messages a cycle";
  return theory;
}

std::string misfit_of(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.topology->processors());
  for (NodeId v = 0; v < n; ++v) {
    const NodeId next = (v + 1) % n;
    if (problem.topology->find_channel(v, next) == kNone ||
        problem.topology->find_channel(next, v) == kNone || n < 3) {
      return "it needs a whole ring of 3 nodes or more";
    }
  }
  return misfit(problem);
}

}  // namespace

Algorithm both_ways_allgather() {
  return {.name = "both-ways",
          .network = "ring",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = "every node passes on what it received; multi-port in both directions at once",
          .source = "textbooks, e.g. Bertsekas & Tsitsiklis 1989, section 1.3",
          .natural = Control::rom,
          .misfit = misfit_of,
          .build = build,
          .predict = predict_ring};
}

}  // namespace romcast
