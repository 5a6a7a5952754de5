// SPDX-License-Identifier: Apache-2.0
// LogP machines: broadcasts of many items.
#include <catch2/catch.hpp>
#include <ctime>

#include "romcast/core/logp_program.hpp"
#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

LogpCase blocks(std::uint32_t processors, std::uint32_t latency, std::uint32_t items) {
  return {.algorithm = "block-cyclic",
          .processors = processors,
          .latency = latency,
          .messages = items,
          .source = processors / 3};
}

// Checks that the run is legal and takes the predicted time, no less than the lower bound, and that
// its slowest item takes as long as predicted, at most `item` cycles. Returns the time, 0 if a
// check fails.
std::uint64_t checked_time(const LogpCase& c, std::uint64_t item) {
  const Checked checked = run(c);
  const Theory theory = theory_of(c);
  const bool fine = checked.wrong.empty() && theory.formula_cycles == checked.time &&
                    theory.lower_bound <= checked.time && checked.longest_item <= item &&
                    theory.item_delay == checked.longest_item;
  INFO(checked.wrong);
  CHECK(fine);
  return fine ? checked.time : 0;
}

}  // namespace

TEST_CASE("nine receivers of Figure 2 get eight items k* = 2 cycles after the lower bound") {
  const LogpCase figure = blocks(10, 3, 8);
  CHECK(checked_time(figure, 10) == 17);
  CHECK(theory_of(figure).lower_bound == 15);
}

TEST_CASE("block-cyclic schedules are as fast as possible for every small number of processors",
          "[exhaustive][slow]") {
  for (std::uint32_t latency = 3; latency <= 16; ++latency) {
    for (std::uint32_t processors = 2; processors <= 160; processors += latency < 6 ? 1 : 3) {
      for (const std::uint32_t items : {1U, 2U, 7U, 30U}) {
        CAPTURE(processors, latency, items);
        const std::uint64_t best = latency + time_of(processors - 1, latency);
        REQUIRE(checked_time(blocks(processors, latency, items), best) == best + items - 1);
      }
    }
  }
}

TEST_CASE("block-cyclic schedules are as fast as possible around the sizes of full trees",
          "[exhaustive][slow]") {
  for (const std::uint32_t latency : {3U, 4U, 7U, 10U, 13U, 16U}) {
    std::uint32_t before = 1, full = 1;
    for (std::uint64_t t = 1; full < 1000; ++t) {
      std::vector<std::uint64_t> f(t + 1, 1);
      for (std::uint64_t i = latency; i <= t; ++i) f[i] = f[i - 1] + f[i - latency];
      before = full;
      full = static_cast<std::uint32_t>(f[t]);
      if (full == before || full < 150 || full > 1000) continue;
      for (const std::uint32_t receivers : {before + 1, full - 1, full}) {
        CAPTURE(receivers, latency);
        REQUIRE(checked_time(blocks(receivers + 1, latency, 20), latency + t) == latency + t + 19);
      }
    }
  }
}

TEST_CASE("with latency 1 block-cyclic schedules are as fast as possible") {
  for (std::uint32_t processors = 2; processors <= 140; ++processors) {
    for (const std::uint32_t items : {1U, 9U, 20U}) {
      CAPTURE(processors, items);
      const std::uint64_t best = 1 + time_of(processors - 1, 1);
      REQUIRE(checked_time(blocks(processors, 1, items), best) == best + items - 1);
    }
  }
}

TEST_CASE("with latency 2 block-cyclic schedules are at most one cycle late") {
  unsigned on_time = 0;
  for (std::uint32_t processors = 2; processors <= 160; ++processors) {
    CAPTURE(processors);
    const std::uint64_t best = 2 + time_of(processors - 1, 2);
    const std::uint64_t time = checked_time(blocks(processors, 2, 20), best + 1);
    REQUIRE(time >= best + 19);
    on_time += time == best + 19 ? 1 : 0;
  }
  CHECK(on_time > 40);
  // Theorem 3.4: from t = 7 on, not all items can be on time with f_t receivers (13 = f_6, 21 =
  // f_7).
  CHECK(run(blocks(14, 2, 20)).time == 2 + 6 + 19);
  CHECK(run(blocks(22, 2, 20)).time == 2 + 7 + 20);
  for (const std::uint32_t receivers : {246U, 260U, 301U, 1042U, 1100U, 1275U}) {
    CAPTURE(receivers);
    const std::uint64_t best = 2 + time_of(receivers, 2);
    CHECK(checked_time(blocks(receivers + 1, 2, 12), best) == best + 11);
  }
}

TEST_CASE("full trees of even latency and twice its horizon take the tables") {
  for (const std::uint32_t latency : {4U, 6U, 8U, 10U, 12U, 14U, 16U, 22U, 30U, 40U}) {
    CAPTURE(latency);
    const LogpCase c = blocks(latency + 4, latency, 2 * latency + 9);
    CHECK(checked_time(c, 3 * latency) == 5 * latency + 8);
    const Problem problem = problem_of(c);
    CHECK(find_algorithm("block-cyclic", problem).build(problem).hints.find<LogpProgram>() ==
          nullptr);
  }
}

TEST_CASE("larger latencies are searched directly") {
  for (const std::uint32_t latency : {17U, 20U, 25U, 33U, 60U}) {
    for (const std::uint32_t processors : {5U, 30U, latency, latency + 3, 2 * latency + 9}) {
      CAPTURE(processors, latency);
      const std::uint64_t best = latency + time_of(processors - 1, latency);
      REQUIRE(checked_time(blocks(processors, latency, 12), best) == best + 11);
    }
  }
}

TEST_CASE("machines with overheads and gaps take a pace at which nothing collides") {
  for (const std::uint32_t overhead : {0U, 1U, 2U, 3U}) {
    for (const std::uint32_t gap : {1U, 2U, 4U, 7U}) {
      for (const std::uint32_t latency : {1U, 3U, 6U, 10U}) {
        for (const std::uint32_t processors : {2U, 3U, 9U, 31U}) {
          CAPTURE(processors, latency, overhead, gap);
          LogpCase c = blocks(processors, latency, 6);
          c.overhead = overhead;
          c.gap = gap;
          REQUIRE(checked_time(c, 100000) > 0);
        }
      }
    }
  }
}

TEST_CASE("a machine whose overheads fit between its sends is a postal machine") {
  // At a pace of g = 6 cycles overheads do not collide, since (L+o) mod g = 4 lies in o .. g-o,
  // which is 2 .. 4. L + 2o = 12 cycles are two paces.
  LogpCase c = blocks(13, 8, 10);
  c.overhead = 2;
  c.gap = 6;
  const std::uint64_t horizon = time_of(12, 2);
  CHECK(checked_time(c, 1000) <= (9 + horizon + 1) * 6 + 12);
  CHECK_THAT(theory_of(c).formula_source, Contains("paces of 6"));
}

TEST_CASE("a continuous run tells the time of an item") {
  LogpCase c = blocks(42, 3, 200);
  c.options = {{"continuous", "on"}};
  CHECK(run(c).longest_item == 3 + 11);
  CHECK(theory_of(c).item_delay == 3 + 11);
  CHECK_THAT(theory_of(c).formula_source, Contains("every item takes 14 cycles"));
}

TEST_CASE("programs of blocks hold one descriptor for every receiver but one") {
  const Problem problem = problem_of(blocks(1000, 3, 5));
  const Plan plan = find_algorithm("block-cyclic", problem).build(problem);
  REQUIRE(plan.hints.find<LogpProgram>() != nullptr);
  CHECK(plan.hints.find<LogpProgram>()->targets.size() == 998);
  CHECK(plan.hints.find<LogpProgram>()->items == 5);
}

TEST_CASE("a broadcast of many items takes blocks by default") {
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 30, .latency = 4, .messages = 9}))
            .name == "block-cyclic");
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 30, .messages = 9})).name ==
        "circulant");
}

TEST_CASE("a million processors are planned in seconds") {
  const std::clock_t start = std::clock();
  const Problem problem = problem_of(blocks(1'000'000, 3, 4));
  const Plan plan = find_algorithm("block-cyclic", problem).build(problem);
  std::uint64_t hops = 0, last = 0;
  std::vector<Hop> step;
  for (const auto schedule = plan.open(); schedule->next(step);) {
    hops += step.size();
    last = step.front().cycle;
  }
  CHECK(hops == 4 * 999'999U);
  CHECK(last + 2 == 3 + time_of(999'999, 3) + 3);
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 5);
}
