// SPDX-License-Identifier: Apache-2.0
// Buffered machines: arrivals wait until their receiver takes them, one message per step.
#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

Checked check_buffered(const LogpCase& c, const std::vector<Hop>& hops) {
  std::map<std::pair<NodeId, MessageId>, std::uint64_t> arrived, taken;
  std::map<NodeId, Book> books;
  std::set<std::pair<NodeId, std::uint64_t>> busy;
  Checked result;
  // Sends first, since a message sent with L = 1 may be taken in the cycle of its send.
  for (const Hop& hop : hops) {
    if (hop.link == hop.to) continue;
    if (!arrived.emplace(std::pair(hop.to, hop.message), hop.cycle - 1 + c.latency).second) {
      return {0, "sent twice"};
    }
    books[hop.link].sends.push_back(hop.cycle - 1);
  }
  for (const Hop& hop : hops) {
    if (hop.link != hop.to) continue;
    const auto at = arrived.find({hop.to, hop.message});
    if (at == arrived.end() || at->second > hop.cycle) return {0, "taken before it is there"};
    if (!taken.emplace(std::pair(hop.to, hop.message), hop.cycle).second) {
      return {0, "taken twice"};
    }
    if (!busy.emplace(hop.to, hop.cycle).second) return {0, "takes two at a time"};
    result.time = std::max<std::uint64_t>(result.time, hop.cycle);
  }
  if (taken.size() != std::uint64_t{c.messages} * (c.processors - 1)) return {0, "not all taken"};
  for (const Hop& hop : hops) {
    if (hop.link == hop.to || hop.link == c.source) continue;
    const auto at = taken.find({hop.link, hop.message});
    if (at == taken.end() || at->second > hop.cycle - 1) return {0, "sent before it is taken"};
  }
  // [processor][time]: changes of the length of the processor's queue. A message counts until the
  // end of the step in which it is taken.
  std::map<NodeId, std::map<std::uint64_t, int>> changes;
  for (const auto& [key, time] : arrived) ++changes[key.first][time];
  for (const auto& [key, time] : taken) --changes[key.first][time + 1];
  for (const auto& [processor, steps] : changes) {
    int depth = 0;
    for (const auto& [time, change] : steps) {
      depth += change;
      result.queue = std::max<std::uint64_t>(result.queue, static_cast<std::uint64_t>(depth));
    }
  }
  result.wrong = check_books(c, books, true);
  return result;
}

LogpCase buffered(std::uint32_t processors, std::uint32_t latency, std::uint32_t items) {
  return {.algorithm = "buffered",
          .processors = processors,
          .latency = latency,
          .messages = items,
          .source = processors / 2};
}

Checked run_buffered(const LogpCase& c) {
  const Problem problem = problem_of(c);
  return check_buffered(c, all_hops(find_algorithm(c.algorithm, problem).build(problem)));
}

}  // namespace

TEST_CASE("buffered broadcasts need a queue of two and no cycle more than a single send allows",
          "[exhaustive][slow]") {
  std::uint64_t deepest = 0;
  for (std::uint32_t latency = 1; latency <= 12; ++latency) {
    for (std::uint32_t processors = 2; processors <= 120; processors += latency < 5 ? 1 : 4) {
      for (const std::uint32_t items : {1U, 3U, 25U}) {
        CAPTURE(processors, latency, items);
        const LogpCase c = buffered(processors, latency, items);
        const Checked checked = run_buffered(c);
        REQUIRE(checked.wrong == "");
        REQUIRE(checked.time == latency + time_of(processors - 1, latency) + items - 1);
        REQUIRE(theory_of(c).formula_cycles == checked.time);
        REQUIRE(checked.queue <= 2);
        deepest = std::max(deepest, checked.queue);
      }
    }
  }
  CHECK(deepest == 2);
}

TEST_CASE("the buffered broadcast of Figure 5 fills a queue with two") {
  const Checked checked = run_buffered(buffered(14, 3, 14));
  CHECK(checked.time == 3 + 8 + 13);
  CHECK(checked.queue == 2);
}

TEST_CASE("the judge finds buffered broadcasts legal") {
  for (const LogpCase& c : {buffered(14, 3, 14), buffered(60, 1, 9), buffered(41, 6, 30)}) {
    Problem problem = problem_of(c);
    const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
    problem.timing.buffered = algorithm.buffered;
    const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                  algorithm.build(problem).open, std::nullopt, problem.timing);
    CHECK((verdict.violations.empty() ? "" : verdict.violations.front().text) == "");
    CHECK(verdict.cycles == algorithm.predict(problem).formula_cycles);
  }
}

TEST_CASE("buffered broadcasts refuse overheads and are never taken unasked") {
  LogpCase c = buffered(14, 2, 14);
  CHECK_FALSE(find_algorithm("", problem_of(c)).buffered);
  c.overhead = 1;
  CHECK_THROWS_WITH(theory_of(c), Contains("overhead 0 and gap 1"));
}
