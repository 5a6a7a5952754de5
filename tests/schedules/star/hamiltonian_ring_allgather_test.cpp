// SPDX-License-Identifier: Apache-2.0
// Allgather along a Hamiltonian cycle.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

TEST_CASE("hamiltonian-ring takes a start-up and a message for every other node") {
  const auto others = [](unsigned n) { return kFactorial[n] - 1; };
  check_formula("hamiltonian-ring", others, others);
}

TEST_CASE("hamiltonian-ring: a node sends along one link and receives along one") {
  const Problem problem = problem_of(4, kSingle);
  std::map<NodeId, std::set<NodeId>> to, from;
  std::vector<Hop> hops;
  const OpenSchedule open = find_algorithm("hamiltonian-ring", problem).build(problem).open;
  for (const auto pass = open(); pass->next(hops);) {
    for (const Hop& hop : hops) {
      const Channel& link = problem.topology->channel_at(hop.link);
      to[link.from].insert(link.to);
      from[link.to].insert(link.from);
    }
  }
  for (NodeId u = 0; u < 24; ++u) CHECK((to[u].size() == 1 && from[u].size() == 1));
}
