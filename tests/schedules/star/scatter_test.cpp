// SPDX-License-Identifier: Apache-2.0
// Scatter and gather on star graphs: bounds and formulas derived here.
#include <algorithm>
#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "schedules/star/rooted.hpp"

using namespace romcast;
using namespace romcast::test::star_rooted;

TEST_CASE("A star scatter and gather are legal for all sources and numbers of messages and times",
          "[long]") {
  check_grid(CollectiveKind::scatter);
  check_grid(CollectiveKind::gather);
}

TEST_CASE("Without start-up a single-port scatter or gather keeps the port of its source busy") {
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (const unsigned n : {3U, 4U, 5U, 6U, 7U}) {
      for (const std::uint32_t messages : {1U, 3U}) {
        CAPTURE(name(collective), n, messages);
        const Answer answer = solve({.symbols = n,
                                     .collective = collective,
                                     .timing = {0, 2},
                                     .messages = messages,
                                     .source = 4});
        CHECK(answer.cycles == (factorial(n) - 1) * messages * 2);
        CHECK(answer.lower_bound == answer.cycles);
      }
    }
  }
}

TEST_CASE("Without start-up a multi-port scatter or gather keeps all links of its source busy",
          "[long]") {
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (const unsigned n : {3U, 4U, 5U, 6U, 7U, 8U}) {
      CAPTURE(name(collective), n);
      const Answer answer =
          solve({.symbols = n, .collective = collective, .ports = Ports::Kind::multi, .source = 1});
      CHECK(answer.cycles == n * factorial(n - 2));  // (n!-1)/(n-1), rounded up
      CHECK(answer.lower_bound == answer.cycles);
    }
  }
}

TEST_CASE("Every message of a scatter or gather goes a shortest path") {
  // n! (n - 4 + 2/n + 1 + 1/2 + .. + 1/n), the sum of all distances from a node.
  const std::vector<std::pair<unsigned, std::uint64_t>> hops{{3, 9}, {4, 62}, {5, 442}};
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (const auto& [n, expected] : hops) {
      CAPTURE(name(collective), n);
      CHECK(solve({.symbols = n, .collective = collective}).hops == expected);
      CHECK(solve({.symbols = n, .collective = collective, .timing = {6, 1}}).hops == expected);
    }
  }
}

TEST_CASE("With start-up packets are never slower than one for every node") {
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (const Timing& timing : {Timing{1, 1}, Timing{20, 1}, Timing{3, 7}}) {
      for (const unsigned n : {3U, 4U, 5U, 6U}) {
        CAPTURE(name(collective), n, timing.startup, timing.per_message);
        const std::uint64_t cycles =
            solve({.symbols = n, .collective = collective, .timing = timing}).cycles;
        CHECK(cycles > 0);
        CHECK(cycles <= (factorial(n) - 1) * (timing.startup + timing.per_message));
      }
    }
  }
}

TEST_CASE("A scatter or gather makes no packet longer than it is told to") {
  for (const auto collective : {CollectiveKind::scatter, CollectiveKind::gather}) {
    for (const unsigned cap : {1U, 2U, 3U, 7U}) {
      const Timing timing{5, 2};
      const auto star = std::make_shared<StarGraph>(4);
      const Problem problem{star,
                            Collective(collective, 24, 7, 3),
                            {Ports::Kind::single},
                            {{"packet-cap", std::to_string(cap)}},
                            timing};
      const OpenSchedule open = find_algorithm("", problem).build(problem).open;
      const Verdict verdict =
          judge(*star, problem.collective, problem.ports, open, std::nullopt, timing);
      CHECK(verdict.violation_count == 0);
      CHECK(verdict.delivered == verdict.expected);
      std::vector<std::uint32_t> since(star->links(), 0);
      std::uint32_t longest = 0;
      const auto pass = open();
      for (std::vector<Hop> all; pass->next(all);) {
        for (const Hop& hop : all) {
          since[hop.link] = hop.message == kStartup ? 0 : since[hop.link] + 1;
          longest = std::max(longest, since[hop.link]);
        }
      }
      CHECK(longest <= cap);
    }
  }
}

TEST_CASE("Scatter and gather take the same time", "[exhaustive]") {
  for (const Timing& timing : kTimings) {
    for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
      Question question{.symbols = 5,
                        .collective = CollectiveKind::scatter,
                        .ports = ports,
                        .timing = timing,
                        .messages = 2,
                        .source = 77};
      const std::uint64_t scatter = solve(question).cycles;
      question.collective = CollectiveKind::gather;
      CHECK(solve(question).cycles == scatter);
    }
  }
}

TEST_CASE("A packet cap of a scatter must be a number or auto") {
  for (const char* text : {"x", "-1", "", "0", "65536"}) {
    const Question question{.collective = CollectiveKind::scatter,
                            .options = {{"packet-cap", text}}};
    CHECK_THROWS_AS(solve(question), InputError);
  }
}
