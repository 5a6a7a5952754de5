// SPDX-License-Identifier: Apache-2.0
// Alltoall on hypercubes, single-port: in one dimension after another, each node sends its
// neighbour the half of its messages whose destinations are on the neighbour's side. With n = 2^d
// nodes and M messages of each pair, T = M d n/2 is M times the sum of the distances from a node to
// all others, and therefore the bound.
#include "schedules/any/cube.hpp"

namespace romcast {
namespace {

using namespace any;

// Before the exchange in dimension i, node v has the messages whose source agrees with v in bit i
// and all higher bits, and whose destination agrees with v in the bits below i.
Plan dimension_exchange_plan(const Problem& problem) {
  const unsigned dimensions = dimensions_of(problem);
  const std::uint32_t each = problem.collective.messages();
  const auto n = static_cast<NodeId>(problem.topology->processors());
  Hops hops;
  Cycle cycle = 0;
  for (unsigned i = 0; i < dimensions; ++i) {
    const NodeId low = (NodeId{1} << i) - 1;
    for (NodeId choice = 0; choice < n / 2; ++choice) {
      const NodeId above = choice >> i << (i + 1);  // bits of the destination above i
      for (std::uint32_t m = 0; m < each; ++m) {
        ++cycle;
        for (NodeId v = 0; v < n; ++v) {
          const NodeId source = (v & ~low) | (choice & low);
          const NodeId destination = above | (~v & (low + 1)) | (v & low);
          hops.push_back({.cycle = cycle,
                          .link = link_across(problem, v, i),
                          .message = (source * n + destination) * each + m});
        }
      }
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

}  // namespace

Algorithm dimension_exchange_alltoall() {
  return cube_algorithm(
      "dimension-exchange", CollectiveKind::alltoall, {Ports::Kind::single},
      "hypercubes: half of all messages cross, dimension by dimension", dimension_exchange_plan,
      [](const Problem& p) {
        return std::uint64_t{dimensions_of(p)} * p.collective.messages() *
               (p.topology->processors() / 2);
      },
      "M d n/2");
}

}  // namespace romcast
