// SPDX-License-Identifier: Apache-2.0
// One-to-all personalised broadcast by nested substars: times by the formulas of Tseng, Chang &
// Sheu 1998 with distances counted by breadth-first search, and the order of the substars.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/star/chains.hpp"

using namespace romcast;
using namespace romcast::test::star;
using Catch::Contains;

namespace {

struct Scatter {
  unsigned n = 4;
  NodeId source = 0;
  std::uint32_t messages = 1;
  Timing timing{};
  Options options{};
  CollectiveKind collective = CollectiveKind::scatter;
};

Problem problem_of(const Scatter& asked) {
  const auto star = std::make_shared<StarGraph>(asked.n);
  return {star,
          Collective(asked.collective, star->processors(), asked.source, asked.messages),
          {Ports::Kind::single},
          asked.options,
          asked.timing};
}

// Cycles of the plan; 0 if it is illegal or not complete.
std::uint64_t cycles_of(const Scatter& asked) {
  const Problem problem = problem_of(asked);
  const Algorithm& algorithm = find_algorithm("grouped", problem);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, asked.timing);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  return fine ? verdict.cycles : 0;
}

// The plan's hops without start-ups: cycle and message of each.
std::vector<std::pair<Cycle, MessageId>> hops_of(const Scatter& asked) {
  const Problem problem = problem_of(asked);
  const Plan plan = find_algorithm("grouped", problem).build(problem);
  std::vector<std::pair<Cycle, MessageId>> all;
  std::vector<Hop> hops;
  for (const auto schedule = plan.open(); schedule->next(hops);) {
    for (const Hop& hop : hops) {
      if (!hop.starts()) all.emplace_back(hop.cycle, hop.message);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a grouped scatter on a star graph takes the time of equation (1) from every source") {
  for (const unsigned n : {3U, 4U, 5U}) {
    for (const Chain& chain : chains(n)) {
      for (const Timing& timing : kChainTimings) {
        for (const NodeId source : {NodeId{0}, NodeId{5}}) {
          CAPTURE(n, text_of(chain), timing.startup, timing.per_message, source);
          CHECK(cycles_of({n, source, 1, timing, {{"substars", text_of(chain)}}}) ==
                nested_cost(n, chain, timing));
        }
      }
    }
  }
}

TEST_CASE("a grouped scatter with several messages for each node takes as many times as long") {
  CHECK(cycles_of({4, 7, 3, {5, 2}, {{"substars", "2,1"}}}) == nested_cost(4, {2, 1}, {5, 6}));
}

TEST_CASE("a grouped scatter makes no packet longer than its cap") {
  // S_4 with the chain 2,1: without the cap 25 packets have two messages and 12 have one; with a
  // cap of 1 there are 62 packets, of 5 + 2 cycles each.
  const Timing timing{5, 2};
  CHECK(cycles_of({4, 0, 1, timing, {{"substars", "2,1"}, {"packet-cap", "1"}}}) == 62 * 7);
}

TEST_CASE("the smallest grouped scatter sends in the cycles that its file lists") {
  const StarGraph star(3);
  std::vector<std::pair<Cycle, std::string>> sent;
  for (const auto& [cycle, message] : hops_of({3, 0, 1, {0, 1}, {{"substars", "2,1"}}})) {
    sent.emplace_back(cycle, star.node_name(message));
  }
  REQUIRE(sent.size() == 9);
  CHECK(std::set{sent[0].second, sent[1].second} == std::set<std::string>{"231", "321"});
  CHECK(sent[8] == std::pair<Cycle, std::string>{9, "213"});
}

TEST_CASE("every order of the substars takes the same time") {
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::alltoall}) {
    for (const std::string order : {"lexicographic", "nearest-first", "furthest-first",
                                    "12,11,10,9,8,7,6,5,4,3,2,1", "3,1,2,4,5,7,6,9,8,10,12,11"}) {
      CAPTURE(name(collective), order);
      const Options options{{"substars", "2,1"}, {"substar-order", order}};
      CHECK(cycles_of({4, 0, 1, {7, 2}, options, collective}) == nested_cost(4, {2, 1}, {7, 2}));
    }
  }
}

TEST_CASE("the nearest substars are served first, or last, if that is asked") {
  const auto first_message = [](const std::string& order) {
    return hops_of({4, 0, 1, {0, 1}, {{"substars", "1"}, {"substar-order", order}}});
  };
  const StarGraph star(4);
  // The nodes at distance 1 are 2134, 3214 and 4231; by the last three symbols 2134 comes first.
  CHECK(star.node_name(first_message("nearest-first").front().second) == "2134");
  const auto furthest = first_message("furthest-first");
  for (std::size_t i = 1; i < 4; ++i) CHECK(furthest[i].second == furthest[0].second);
  CHECK(furthest[4].second != furthest[0].second);
}

TEST_CASE("the first substar of a list of numbers is served first") {
  // X_7 = **31 is one hop along g_4 from node 1234 (Table 1), so the first two hops carry the
  // messages for 2431 and 4231, the nodes of X_7.
  const auto hops = hops_of(
      {4, 0, 1, {0, 1}, {{"substars", "2,1"}, {"substar-order", "7,1,2,3,4,5,6,8,9,10,11,12"}}});
  const StarGraph star(4);
  CHECK(std::set{star.node_name(hops[0].second), star.node_name(hops[1].second)} ==
        std::set<std::string>{"2431", "4231"});
}

TEST_CASE("an order that is no name and does not list each substar once is refused") {
  for (const std::string order : {"backwards", "1,2,3", "1,1,2,3,4,5,6,7,8,9,10,11", "0", "1;2"}) {
    CAPTURE(order);
    const Scatter asked{4, 0, 1, {}, {{"substars", "2,1"}, {"substar-order", order}}};
    CHECK_THROWS_WITH(hops_of(asked),
                      Contains("give lexicographic, nearest-first, furthest-first, or each of 1 "
                               "to 12 once"));
  }
}
