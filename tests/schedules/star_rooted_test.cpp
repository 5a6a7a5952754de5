// SPDX-License-Identifier: Apache-2.0
// Broadcast, scatter and gather on star graphs. Expected cycles are bounds and formulas worked out
// here, and the optima of S_3 and S_4 by exhaustive search.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/algorithm.hpp"

namespace romcast {
namespace {

struct Question {
  unsigned symbols = 4;
  CollectiveKind collective{};
  Ports::Kind ports = Ports::Kind::single;
  Timing timing{};
  std::uint32_t messages = 1;
  NodeId source = 0;
  Options options{};
};

struct Answer {
  std::uint64_t cycles = 0;  // 0 if the judge objects
  std::uint64_t lower_bound = 0;
  std::uint64_t formula = 0;  // 0 if there is none
  std::uint64_t hops = 0;
};

Answer solve(const Question& q) {
  const auto star = std::make_shared<StarGraph>(q.symbols);
  const Problem problem{star,
                        Collective(q.collective, star->processors(), q.source, q.messages),
                        {q.ports},
                        q.options,
                        q.timing};
  const Algorithm& algorithm = find_algorithm("", problem);
  const Verdict verdict = judge(*star, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, q.timing);
  for (const Violation& violation : verdict.violations) UNSCOPED_INFO(violation.text);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  const Theory theory = algorithm.predict(problem);
  return {fine ? verdict.cycles : 0, theory.lower_bound.value_or(0),
          theory.formula_cycles.value_or(0), verdict.hops};
}

std::uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

// Some sources: all of S_3, the corners and the middle of others.
std::vector<NodeId> some_sources(unsigned n) {
  const auto last = static_cast<NodeId>(factorial(n) - 1);
  if (n == 3) return {0, 1, 2, 3, 4, 5};
  return {0, 1, last / 2, last};
}

constexpr Timing kTimings[] = {{0, 1}, {0, 3}, {1, 1}, {7, 2}, {50, 1}};

// A run is legal and complete, and neither beats its bound nor misses its formula.
void check(const Question& q) {
  CAPTURE(q.symbols, name(q.collective), Ports{q.ports}.name(), q.timing.startup,
          q.timing.per_message, q.messages, q.source);
  const Answer answer = solve(q);
  CHECK(answer.cycles > 0);
  CHECK(answer.cycles >= answer.lower_bound);
  if (answer.formula != 0) CHECK(answer.cycles == answer.formula);
}

void check_grid(CollectiveKind collective) {
  for (const unsigned n : {3U, 4U, 5U}) {
    for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
      for (const NodeId source : some_sources(n)) {
        for (const std::uint32_t messages : {1U, 2U, 5U, 12U}) {
          for (const Timing& timing : kTimings) {
            check({.symbols = n,
                   .collective = collective,
                   .ports = ports,
                   .timing = timing,
                   .messages = messages,
                   .source = source});
          }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("A star broadcast is legal for all sources and numbers of messages and times", "[long]") {
  check_grid(CollectiveKind::broadcast);
}

TEST_CASE("A single-port broadcast takes as few rounds as information can spread in", "[long]") {
  // S_3 and S_4: exhaustive search; the others: the bound where a node tells each neighbour once,
  // a_t = [t <= n-1] + a_{t-1} + .. + a_{t-n+2} new ones in step t until all n! know.
  const std::vector<std::pair<unsigned, std::uint64_t>> rounds{{3, 3},  {4, 5},  {5, 8},
                                                               {6, 10}, {7, 13}, {8, 16}};
  for (const auto& [n, expected] : rounds) {
    CAPTURE(n);
    CHECK(solve({.symbols = n, .collective = CollectiveKind::broadcast}).cycles == expected);
    const Answer timed = solve(
        {.symbols = n, .collective = CollectiveKind::broadcast, .timing = {9, 4}, .source = 5});
    CHECK(timed.cycles == expected * 13);
    CHECK(timed.lower_bound == expected * 13);
  }
}

TEST_CASE("A multi-port broadcast of one message takes as many rounds as the diameter") {
  for (const unsigned n : {3U, 4U, 5U, 6U, 7U, 8U}) {
    CAPTURE(n);
    const std::uint64_t diameter = 3 * (n - 1) / 2;  // Akers, Harel & Krishnamurthy 1987
    const Question question{.symbols = n,
                            .collective = CollectiveKind::broadcast,
                            .ports = Ports::Kind::multi,
                            .timing = {2, 3},
                            .source = 3};
    CHECK(solve(question).cycles == diameter * 5);
    CHECK(solve(question).lower_bound == diameter * 5);
  }
}

TEST_CASE("A multi-port broadcast without start-up sends a message after the other") {
  for (const std::uint32_t messages : {2U, 7U, 40U}) {
    const Question question{.symbols = 5,
                            .collective = CollectiveKind::broadcast,
                            .ports = Ports::Kind::multi,
                            .messages = messages};
    CHECK(solve(question).cycles == 6 + messages - 1);
  }
}

TEST_CASE("A broadcast in chunks is never slower than one in a piece", "[long]") {
  for (const std::uint32_t messages : {2U, 10U, 100U, 1000U}) {
    for (const Timing& timing : kTimings) {
      for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
        Question question{.symbols = 5,
                          .collective = CollectiveKind::broadcast,
                          .ports = ports,
                          .timing = timing,
                          .messages = messages};
        const std::uint64_t chosen = solve(question).cycles;
        question.options = {{"chunk", std::to_string(messages)}};
        const std::uint64_t whole = solve(question).cycles;
        CAPTURE(messages, timing.startup, timing.per_message, chosen);
        CHECK(chosen > 0);
        CHECK(chosen <= whole);
        // Eight rounds (three ports: six hops) for all of them at once.
        const std::uint64_t rounds = ports == Ports::Kind::single ? 8 : 6;
        CHECK(chosen <= rounds * (timing.startup + messages * timing.per_message));
      }
    }
  }
}

TEST_CASE("A long broadcast goes along a Hamiltonian path") {
  // n!-1 rounds for the first message, one for each that follows, instead of two along a tree.
  const std::uint32_t messages = 500;
  CHECK(
      solve({.symbols = 4, .collective = CollectiveKind::broadcast, .messages = messages}).cycles ==
      23 + messages - 1);
}

TEST_CASE("A chunk size of a broadcast must be a number or auto") {
  for (const char* text : {"x", "-1", "", "65536"}) {
    const Question question{.collective = CollectiveKind::broadcast, .options = {{"chunk", text}}};
    CHECK_THROWS_AS(solve(question), InputError);
  }
}

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
  // n! (n - 4 + 2/n + 1 + 1/2 + .. + 1/n), the sum of all distances.
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

TEST_CASE("Scatter and gather take the same time") {
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
  for (const char* text : {"x", "-1", "", "65536"}) {
    const Question question{.collective = CollectiveKind::scatter,
                            .options = {{"packet-cap", text}}};
    CHECK_THROWS_AS(solve(question), InputError);
  }
}

}  // namespace romcast
