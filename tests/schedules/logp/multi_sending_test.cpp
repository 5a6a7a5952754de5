// SPDX-License-Identifier: Apache-2.0
// LogP machines: broadcasts found by SAT, whose source may send an item several times.
#include "schedules/logp/multi_sending.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

LogpCase machine(std::uint32_t processors, std::uint32_t latency, std::uint32_t items) {
  return {.algorithm = "multi-sending",
          .processors = processors,
          .latency = latency,
          .messages = items,
          .source = processors / 2};
}

}  // namespace

TEST_CASE("a source that sends each item to each processor ends before Theorem 3.1 as printed") {
  // Only the source can send anything that arrives in time: the last of its k(P-1) sends begins at
  // k(P-1) - 1 and takes L.
  CHECK(run(machine(3, 5, 2)).time == 2 * 2 - 1 + 5);
  CHECK(run(machine(4, 8, 2)).time == 2 * 3 - 1 + 8);
  CHECK(theory_of(machine(3, 5, 2)).paper_cycles == 9);
  CHECK_THAT(theory_of(machine(3, 5, 2)).erratum, Contains("Theorem 3.1"));
  CHECK_FALSE(theory_of(machine(3, 5, 9)).paper_cycles);
}

TEST_CASE("schedules of several sends are legal and no slower than those that send once") {
  for (const auto& [processors, latency, items] :
       {std::tuple{3U, 2U, 4U}, {5U, 2U, 3U}, {6U, 2U, 4U}, {4U, 3U, 3U}, {7U, 3U, 4U}}) {
    CAPTURE(processors, latency, items);
    const LogpCase c = machine(processors, latency, items);
    const Checked checked = run(c);
    CHECK(checked.wrong == "");
    CHECK(checked.time >= *theory_of(c).lower_bound);
    LogpCase once = c;
    once.algorithm = "block-cyclic";
    CHECK(checked.time <= run(once).time);
  }
}

TEST_CASE("a source that sends each item once cannot be faster than its last item's tree") {
  // B(P-1) + L + k - 1 with, in the order of the cases, B(2) = 2, B(4) = 4, B(3) = 4, B(5) = 4.
  for (const auto& [processors, latency, items, least] :
       {std::tuple{3U, 2U, 2U, 5U}, {5U, 2U, 3U, 8U}, {4U, 3U, 2U, 8U}, {6U, 2U, 1U, 6U}}) {
    CAPTURE(processors, latency, items);
    LogpCase c = machine(processors, latency, items);
    c.options = {{"once", "on"}};
    const Checked checked = run(c);
    CHECK(checked.wrong == "");
    CHECK(checked.time == least);
    const Plan plan = find_algorithm("multi-sending", problem_of(c)).build(problem_of(c));
    CHECK_THAT(plan.note, Contains(fmt::format("fewer than {} cycles", least)));
    CHECK(plan.proved_bound == 0);  // the proof is only for sources that send each item once
    std::map<MessageId, unsigned> sends;
    for (const Hop& hop : all_hops(plan)) sends[hop.message] += hop.link == c.source ? 1 : 0;
    for (const auto& [item, count] : sends) CHECK(count == 1);
  }
}

TEST_CASE("machines that are too large to look through are refused") {
  CHECK_THROWS_WITH(theory_of(machine(100, 3, 20)), Contains("block-cyclic"));
  LogpCase c = machine(5, 3, 2);
  c.overhead = 1;
  CHECK_THROWS_WITH(theory_of(c), Contains("overhead 0"));
}

TEST_CASE("a schedule that meets the bound repeats no item early, one with a step more may idle") {
  for (const auto& [processors, latency, items] :
       {std::tuple{5U, 2U, 3U}, {4U, 3U, 3U}, {5U, 3U, 4U}, {6U, 2U, 4U}}) {
    CAPTURE(processors, latency, items);
    // reached[t] = f_t: the processors but the source that can have an item t steps after the first
    // of them; f_t = 1 for t < L, else f_(t-1) + f_(t-L). The last t is B(P-1).
    std::vector<std::uint32_t> reached(latency, 1);
    while (reached.back() < processors - 1) {
      reached.push_back(reached.back() + reached[reached.size() - latency]);
    }
    const auto one_item = static_cast<std::uint32_t>(reached.size()) - 1;
    const auto steps = static_cast<std::uint32_t>(run(machine(processors, latency, items)).time);
    // Theorem 3.1: steps = B(P-1) + L + (k-1) - k*.
    logp::Repetitions asked{.processors = processors,
                            .latency = latency,
                            .items = items,
                            .steps = steps,
                            .first = steps + 1 - one_item - latency};
    REQUIRE(asked.first >= 1);
    CHECK(logp::repeats_early(asked, [] { return true; }) == false);
    ++asked.steps;
    CHECK(logp::repeats_early(asked, [] { return true; }) == true);
  }
}
