// SPDX-License-Identifier: Apache-2.0
// Facts about an optimal tree, against Figure 1 of Karp, Sahay, Santos & Schauser 1993.
#include "schedules/explained/facts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "romcast/core/complete.hpp"

using namespace romcast;

namespace {

std::string text_of(const std::vector<Fact>& facts, const std::string& heading) {
  const auto found = std::ranges::find(facts, heading, &Fact::heading);
  return found == facts.end() ? "" : found->text;
}

}  // namespace

TEST_CASE("the facts of the optimal tree are those of Figure 1") {
  // Karp, Sahay, Santos & Schauser 1993: P = 8, L = 6, o = 2, g = 4.
  const Problem problem{std::make_shared<Complete>(8),
                        Collective(CollectiveKind::broadcast, 8, 0, 1),
                        Ports{Ports::Kind::single},
                        {},
                        {.latency = 6, .overhead = 2, .gap = 4}};
  const Algorithm& algorithm = find_algorithm("optimal-tree", problem);
  const std::vector<Fact> facts = facts_of(algorithm, problem, algorithm.build(problem));
  CHECK(text_of(facts, "B(P)") == "24");
  CHECK(text_of(facts, "labels").starts_with("0, 10, 14, 18, 20, 22, 24, 24: "));
}
