// SPDX-License-Identifier: Apache-2.0
// Broadcast on hypercubes along the binomial tree. With node numbers relative to the source (XOR
// with the source's number), in each dimension i every node u < 2^i sends to node u + 2^i.
//   single  all M messages cross dimension 0, then 1, ..., then d-1: T = M d, optimal for M = 1
//   multi   the source sends a new message in every cycle, in all dimensions, and each other node
//           forwards a message in the cycle after its arrival, in all dimensions above the one in
//           which the message came: T = d + M - 1, optimal for M = 1
#include "schedules/any/cube.hpp"

namespace romcast {
namespace {

using namespace any;

Plan binomial_tree_plan(const Problem& problem) {
  const std::uint32_t each = problem.collective.messages();
  const NodeId source = problem.collective.source();
  const bool single = problem.ports.single();
  Hops hops;
  for (unsigned i = 0; i < dimensions_of(problem); ++i) {
    for (NodeId u = 0; u < NodeId{1} << i; ++u) {
      const auto told = static_cast<Cycle>(std::popcount(u));
      for (std::uint32_t m = 0; m < each; ++m) {
        hops.push_back({.cycle = single ? i * each + m + 1 : told + m + 1,
                        .link = link_across(problem, u ^ source, i),
                        .message = m});
      }
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

std::uint64_t binomial_tree_cycles(const Problem& problem) {
  const std::uint64_t dimensions = dimensions_of(problem), each = problem.collective.messages();
  return problem.ports.single() ? dimensions * each : dimensions + each - 1;
}

}  // namespace

Algorithm binomial_tree_broadcast() {
  return cube_algorithm(
      "binomial-tree", CollectiveKind::broadcast, {Ports::Kind::single, Ports::Kind::multi},
      "hypercubes: whoever knows tells its neighbour in the next dimension", binomial_tree_plan,
      binomial_tree_cycles, "single-port M d, multi-port d + M - 1");
}

}  // namespace romcast
