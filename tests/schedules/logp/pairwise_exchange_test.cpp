// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "schedules/logp/exchange_cases.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("pairwise exchange takes P - 1 steps of pairs") {
  check_exchange("pairwise-exchange", CollectiveKind::alltoall, {2, 4, 8, 16},
                 [](auto n, auto m) { return m * (n - 1); });
  CHECK(steps_of("pairwise-exchange", CollectiveKind::alltoall, 8) == 7);
  const Problem problem = problem_of(
      {.algorithm = "pairwise-exchange", .collective = CollectiveKind::alltoall, .processors = 8});
  std::map<std::pair<Cycle, NodeId>, NodeId> partner;
  for (const Hop& hop : all_hops(find_algorithm("pairwise-exchange", problem).build(problem))) {
    partner[{hop.cycle, hop.link}] = hop.to;
  }
  for (const auto& [who, with] : partner) CHECK(partner.at({who.first, with}) == who.second);
}
