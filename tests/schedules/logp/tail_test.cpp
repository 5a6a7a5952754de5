// SPDX-License-Identifier: Apache-2.0
// LogP machines: broadcasts that meet the bound of Theorem 3.1.
#include "schedules/logp/tail.hpp"

#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

LogpCase tail(std::uint32_t processors, std::uint32_t latency, std::uint32_t items) {
  return {.algorithm = "tail",
          .processors = processors,
          .latency = latency,
          .messages = items,
          .source = processors / 2};
}

// The fewest steps by Theorem 3.1 with its count corrected (machine.hpp): at most min(f_s, P-1)
// copies of items are sent at time s.
std::uint64_t least_time(std::uint32_t processors, std::uint32_t latency, std::uint32_t items) {
  std::vector<std::uint64_t> f;
  std::uint64_t copies = 0;
  for (std::uint64_t s = 0;; ++s) {
    f.push_back(s < latency ? 1 : f[s - 1] + f[s - latency]);
    copies += std::min<std::uint64_t>(f[s], processors - 1);
    if (copies >= std::uint64_t{items} * (processors - 1)) return s + latency;
  }
}

bool known(std::uint32_t processors, std::uint32_t latency) {
  return logp::known_tail(latency, processors - 1).has_value();
}

}  // namespace

TEST_CASE("24 items reach 9, 13 and 14 processors with latency 2 in the time of Theorem 3.1") {
  for (const auto& [processors, steps] : {std::pair{9U, 29U}, {13U, 30U}, {14U, 30U}}) {
    CAPTURE(processors);
    const Checked checked = run(tail(processors, 2, 24));
    CHECK(checked.wrong == "");
    CHECK(checked.time == steps);
    CHECK(find_algorithm("", problem_of(tail(processors, 2, 24))).name == "tail");
  }
}

TEST_CASE("every pattern of a table meets the bound for every number of items from k* on") {
  unsigned machines = 0;
  for (std::uint32_t latency = 1; latency <= 8; ++latency) {
    for (std::uint32_t processors = 3; processors <= 40; ++processors) {
      if (!known(processors, latency)) continue;
      ++machines;
      const std::uint32_t repeated = logp::tail_size(latency, processors - 1).repeated;
      for (std::uint32_t items = repeated; items <= repeated + 30; ++items) {
        CAPTURE(latency, processors, items);
        const LogpCase c = tail(processors, latency, items);
        const Checked checked = run(c);
        REQUIRE(checked.wrong == "");
        REQUIRE(theory_of(c).formula_cycles == checked.time);
        if (items > repeated) REQUIRE(checked.time == least_time(processors, latency, items));
      }
    }
  }
  CHECK(machines > 40);
}

TEST_CASE("the steady state lasts as long as there are items") {
  for (const std::uint32_t items : {400U, 401U, 402U, 403U, 404U, 4096U}) {
    CAPTURE(items);
    const Checked checked = run(tail(13, 2, items));
    CHECK(checked.wrong == "");
    CHECK(checked.time == least_time(13, 2, items));
  }
}

TEST_CASE("a machine with overheads takes a pattern at a pace at which nothing collides") {
  // The machine of Figure 1, at a pace of an item every 6 cycles: L + 2o = 10 cycles are rounded up
  // to 12, two paces. B(7) = 5, k* = 1.
  LogpCase c = tail(8, 6, 5);
  c.overhead = 2;
  c.gap = 4;
  const Checked checked = run(c);
  CHECK(checked.wrong == "");
  CHECK(theory_of(c).formula_cycles == checked.time);
  LogpCase once = c;
  once.algorithm = "block-cyclic";
  CHECK(checked.time < run(once).time);
}

TEST_CASE("a pattern without a table is searched for") {
  const auto found = logp::search_tail(2, 8, [] { return true; });
  REQUIRE(found);
  // Each item of a period has a copy for every receiver, and no processor sends or receives two
  // copies at a time.
  CHECK(found->steady.size() == std::size_t{found->period} * 8);
  CHECK(found->items() > found->repeated);
  logp::TailSends sends(*found);
  std::set<std::pair<NodeId, std::int64_t>> copies;
  for (std::int64_t time = -40; time <= sends.last(); ++time) {
    std::set<NodeId> senders, receivers;
    for (const logp::TailSends::Send& send : sends.at(time)) {
      CHECK(senders.insert(send.from).second);
      CHECK(receivers.insert(send.to).second);
      CHECK(copies.emplace(send.to, send.item).second);
    }
  }
  for (std::int64_t item = -20; item < sends.items(); ++item) {
    for (NodeId q = 1; q <= 8; ++q) CHECK(copies.contains({q, item}));
  }
  // Theorem 3.1 with B(8) = 5, and k* = 1, since f_0 + .. + f_4 = 12 = 8 k* + 4: the last send is
  // at time (items - 1) + B(8) - k*.
  CHECK(sends.last() == sends.items() - 1 + 5 - 1);
}

TEST_CASE("a search without time leaves block-cyclic") {
  CHECK_FALSE(logp::search_tail(2, 8, [] { return false; }));
  LogpCase c = tail(35, 2, 9);
  REQUIRE_FALSE(known(35, 2));
  c.options = {{"seconds", "0"}};
  const Plan plan = find_algorithm("tail", problem_of(c)).build(problem_of(c));
  CHECK_THAT(plan.note, Contains("block-cyclic"));
  CHECK(run(c).wrong == "");
}

TEST_CASE("where no pattern is known the default is what it was") {
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 35, .latency = 2, .messages = 9}))
            .name == "block-cyclic");
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 9, .latency = 2, .messages = 4097}))
            .name == "block-cyclic");
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 9, .latency = 2})).name ==
        "optimal-tree");
  CHECK(find_algorithm("", problem_of(LogpCase{.processors = 9, .messages = 4})).name ==
        "circulant");
  LogpCase endless{.processors = 9, .latency = 2, .messages = 9};
  endless.options = {{"continuous", "on"}};
  CHECK(find_algorithm("", problem_of(endless)).name == "block-cyclic");
}

TEST_CASE("more items than a program may have are refused, and machines too large to search") {
  CHECK_THROWS_WITH(theory_of(tail(9, 2, 4097)), Contains("4096"));
  CHECK_THROWS_WITH(theory_of(tail(400, 3, 9)), Contains("block-cyclic"));
}
