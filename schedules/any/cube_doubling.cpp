// SPDX-License-Identifier: Apache-2.0
// Allreduce on hypercubes: neighbours exchange all that they have combined, dimension by dimension.
// M values on n = 2^d nodes take T = M d cycles in d steps, the fewest possible steps; T is the
// bound if M = 1.
//   n = 4, M = 1:   cycle 1: 0 <> 1, 2 <> 3   cycle 2: 0 <> 2, 1 <> 3
#include "schedules/any/cube.hpp"

namespace romcast {

Algorithm portfolio_allreduce();

namespace {

using namespace any;

Plan cube_doubling_plan(const Problem& problem) {
  const auto n = static_cast<NodeId>(problem.topology->processors());
  Hops hops;
  Cycle cycle = 0;
  for (unsigned i = 0; i < dimensions_of(problem); ++i) {
    for (MessageId value = 0; value < problem.collective.messages(); ++value) {
      ++cycle;
      for (NodeId v = 0; v < n; ++v) {
        hops.push_back({.cycle = cycle, .link = link_across(problem, v, i), .message = value});
      }
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

}  // namespace

Algorithm cube_doubling_allreduce() {
  const Algorithm other = portfolio_allreduce();
  Algorithm algorithm = cube_algorithm(
      "recursive-doubling", CollectiveKind::allreduce, {Ports::Kind::single},
      "hypercubes: neighbours exchange all they have combined, dimension by dimension",
      cube_doubling_plan, {}, {});
  algorithm.source = "textbooks; Thakur, Rabenseifner & Gropp 2005";
  algorithm.refusal = other.refusal;
  algorithm.predict = [bound = other.predict](const Problem& problem) {
    Theory theory = bound(problem);
    theory.formula_cycles = std::uint64_t{problem.collective.messages()} * dimensions_of(problem);
    theory.formula_source = "M log n";
    return theory;
  };
  return algorithm;
}

}  // namespace romcast
