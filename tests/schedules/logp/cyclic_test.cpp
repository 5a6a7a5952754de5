// SPDX-License-Identifier: Apache-2.0
// LogP machines: exchanges in cyclic order.
#include <catch2/catch.hpp>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("exchanges in cyclic order take L + 2o + g times one less than the receptions") {
  for (const CollectiveKind kind : {CollectiveKind::allgather, CollectiveKind::alltoall}) {
    for (const std::uint32_t overhead : {0U, 1U, 2U}) {
      for (const std::uint32_t gap : {1U, 2U, 4U, 5U}) {
        for (std::uint32_t latency = 1; latency <= 9; ++latency) {
          for (const std::uint32_t processors : {2U, 3U, 4U, 7U}) {
            for (const std::uint32_t messages : {1U, 3U}) {
              CAPTURE(processors, latency, overhead, gap, messages);
              const LogpCase c{.algorithm = "cyclic",
                               .collective = kind,
                               .processors = processors,
                               .latency = latency,
                               .overhead = overhead,
                               .gap = gap,
                               .messages = messages};
              const std::uint64_t sends = (processors - 1) * messages;
              const std::uint64_t spacing = std::max(gap, overhead);
              bool collide = false;  // compares every send with every reception
              for (std::uint64_t i = 0; i < sends; ++i) {
                for (std::uint64_t j = 0; j < sends; ++j) {
                  const std::uint64_t send = i * spacing,
                                      receive = j * spacing + overhead + latency;
                  collide |= send < receive + overhead && receive < send + overhead;
                }
              }
              const Checked checked = run(c);
              REQUIRE(checked.wrong.empty());
              const std::uint64_t bound = latency + 2 * overhead + (sends - 1) * spacing;
              const Theory theory = theory_of(c);
              const std::uint64_t busy = 2 * overhead * sends;  // as many receptions as sends
              REQUIRE(theory.lower_bound >= std::max(bound, busy));
              REQUIRE(theory.lower_bound <= checked.time);
              REQUIRE((theory.lower_bound == bound) == (!collide && busy <= bound));
              REQUIRE(checked.time >= busy);
              REQUIRE(theory.formula_cycles.has_value() == !collide);
              const bool narrow = gap < overhead && sends > 1;  // in the paper sends are g apart
              REQUIRE(theory.erratum.empty() == (!collide && !narrow));
              if (!theory.erratum.empty()) {
                REQUIRE(theory.paper_cycles == latency + 2 * overhead + (sends - 1) * gap);
              }
              REQUIRE((checked.time == bound) == !collide);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("partners by xor take as long as the rotation, and need a power of two") {
  for (const CollectiveKind kind : {CollectiveKind::allgather, CollectiveKind::alltoall}) {
    for (const std::uint32_t overhead : {0U, 2U, 3U}) {
      for (const std::uint32_t processors : {2U, 4U, 8U}) {
        LogpCase c{.algorithm = "cyclic",
                   .collective = kind,
                   .processors = processors,
                   .latency = 6,
                   .overhead = overhead,
                   .gap = 4,
                   .messages = 2};
        CAPTURE(processors, overhead);
        const Checked rotation = run(c);
        c.options = {{"partners", "xor"}};
        const Checked pairs = run(c);
        REQUIRE(pairs.wrong.empty());
        CHECK(pairs.time == rotation.time);
      }
    }
  }
  LogpCase six{.algorithm = "cyclic", .collective = CollectiveKind::alltoall, .processors = 6};
  six.options = {{"partners", "xor"}};
  CHECK_THROWS_WITH(find_algorithm("cyclic", problem_of(six)),
                    Contains("`partners` xor: 6 processors"));
}

TEST_CASE("the exchange of the machine of Figure 1 collides from 4 processors on") {
  LogpCase c{.algorithm = "",
             .collective = CollectiveKind::alltoall,
             .processors = 3,
             .latency = 6,
             .overhead = 2,
             .gap = 4};
  CHECK(theory_of(c).formula_cycles == 14);
  c.processors = 4;
  CHECK(theory_of(c).paper_cycles == 18);
  CHECK_THAT(theory_of(c).erratum, Contains("collide"));
  CHECK(run(c).time > 18);
}
