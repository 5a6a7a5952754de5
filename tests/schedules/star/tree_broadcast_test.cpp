// SPDX-License-Identifier: Apache-2.0
// Broadcast on star graphs: bounds and formulas derived here, and the optima of S_3 and S_4 by
// exhaustive search.
#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "schedules/star/rooted.hpp"

using namespace romcast;
using namespace romcast::test::star_rooted;

TEST_CASE("A star broadcast is legal for all sources and numbers of messages and times", "[long]") {
  check_grid(CollectiveKind::broadcast);
}

TEST_CASE("A single-port broadcast takes as few rounds as information can spread in", "[long]") {
  // S_3 and S_4: exhaustive search. Larger graphs: the least t with 1 + a_1 + .. + a_t >= n!. As a
  // node sends to each neighbour at most once, round t reaches at most a_t = [t <= n-1] + a_{t-1} +
  // .. + a_{t-n+2} new nodes, where [t <= n-1] is 1 if t <= n-1, else 0.
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

TEST_CASE("A multi-port broadcast without start-up sends a message after the other",
          "[exhaustive]") {
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
        // All messages in one packet need eight rounds with one port, six with all ports.
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
