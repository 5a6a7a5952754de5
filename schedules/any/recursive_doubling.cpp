// SPDX-License-Identifier: Apache-2.0
// Allgather on hypercubes, single-port: dimension by dimension, neighbours exchange all that they
// have, twice as much each time. With M messages of each of the n nodes, the allgather takes
// M (1 + 2 + 4 + ... + n/2) = M (n-1) cycles, the bound: every node gets a message in every cycle.
//   n = 4, M = 1:   cycle 1: 0 <> 1, 2 <> 3 (own)   cycles 2, 3: 0 <> 2, 1 <> 3 (own, received)
#include "schedules/any/cube.hpp"

namespace romcast {
namespace {

using namespace any;

Plan recursive_doubling_plan(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  const auto n = static_cast<NodeId>(problem.topology->processors());
  Hops hops;
  Cycle cycle = 0;
  for (unsigned i = 0; i < dimensions_of(problem); ++i) {
    for (std::uint32_t k = 0; k < each << i; ++k) {
      ++cycle;
      for (NodeId v = 0; v < n; ++v) {
        hops.push_back({.cycle = cycle,
                        .link = link_across(problem, v, i),
                        .message = (v ^ (k / each)) * each + k % each});
      }
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

}  // namespace

Algorithm recursive_doubling_allgather() {
  return cube_algorithm(
      "recursive-doubling", CollectiveKind::allgather, {Ports::Kind::single},
      "hypercubes: neighbours exchange all they have, dimension by dimension",
      recursive_doubling_plan,
      [](const Problem& p) { return (p.topology->processors() - 1) * p.collective.messages(); },
      "M (n-1)");
}

}  // namespace romcast
