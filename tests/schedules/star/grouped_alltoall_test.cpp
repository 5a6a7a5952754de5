// SPDX-License-Identifier: Apache-2.0
// Alltoall by nested substars: formulas and Table 1 of Tseng, Chang & Sheu 1998, and known numbers
// of start-ups.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/chains.hpp"
#include "schedules/star/substars.hpp"
#include "schedules/star/tables.hpp"

using namespace romcast;
using namespace romcast::test::star;
using Catch::Contains;

TEST_CASE("start-ups on S_6 are 3444 1902 1154 921 for the chains of the paper and two more") {
  const auto with = [](const std::string& substars) {
    return startups({6, "grouped", {1, 1}, {{"substars", substars}}});
  };
  CHECK(with("1") == 3444);  // n! l_{6,1}
  CHECK(with("2,1") == 1902);
  CHECK(with("3,1") == 1514);
  CHECK(with("4,1") == 1941);
  CHECK(with("3,2,1") == 1154);
  CHECK(with("5,4,3,2,1") == 921);
  CHECK(startups({6, "direct"}) == 3444);
}

TEST_CASE("grouped with 2 and 1 on S_4 sends along the dimensions of Table 1") {
  const std::vector<std::vector<unsigned>> table{{3, 2, 4}, {3, 4}, {3},       {4, 2, 3},
                                                 {2, 3, 4}, {2, 3}, {4},       {2, 4},
                                                 {},        {4, 3}, {2, 4, 3}, {3, 4, 3}};
  std::vector<std::vector<unsigned>> rows(1);
  const auto program =
      plan_of({4, "grouped", {1, 1}, {{"substars", "2,1"}}}).hints.find<RelativeProgram>();
  for (const RelativePacket& packet : program->packets) {
    if (packet.messages.size() == 2) {
      rows.back().push_back(packet.dimension);
    } else {
      CHECK(packet.dimension == 2);  // a hop inside the 2-substar ends the row
      rows.emplace_back();
    }
  }
  rows.pop_back();
  CHECK(rows == table);
}

TEST_CASE("packets of grouped lie side by side in a memory that neighbours exchange in place") {
  for (const Chain& chain : chains(5)) {
    CAPTURE(text_of(chain));
    const Run run{5, "grouped", {1, 1}, {{"substars", text_of(chain)}}};
    const StarGraph star(5);
    const auto program = plan_of(run).hints.find<RelativeProgram>();
    std::vector<RelativeMessage> memory;  // in the order of the first sends
    std::set<NodeId> seen;
    for (const RelativePacket& packet : program->packets) {
      for (const RelativeMessage& message : packet.messages) {
        if (seen.insert(message.destination).second) memory.push_back({0, message.destination});
      }
    }
    CHECK(memory.size() == 119);  // all except the own message
    std::size_t astray = 0;
    for (const RelativePacket& packet : program->packets) {
      const auto& sent = packet.messages;
      auto at = std::search(memory.begin(), memory.end(), sent.begin(), sent.end());
      if (at == memory.end()) ++astray;
      for (std::size_t i = 0; i < sent.size() && at != memory.end(); ++i, ++at) {
        at->source = star.times(star.neighbour(0, packet.dimension), at->source);
      }
    }
    CHECK(astray == 0);
  }
}

TEST_CASE("without --substars the cheapest of all chains is taken") {
  for (unsigned n = 3; n <= 6; ++n) {
    for (const Timing timing : kChainTimings) {
      CAPTURE(n, timing.startup, timing.per_message);
      std::uint64_t grouped = ~std::uint64_t{0}, deferred = grouped;
      for (const Chain& chain : chains(n)) {
        grouped = std::min(grouped, nested_cost(n, chain, timing));
        deferred = std::min(deferred, deferred_cost(n, chain, timing));
      }
      CHECK(theory_of({n, "grouped", timing}).formula_cycles == grouped);
      CHECK(theory_of({n, "deferred", timing}).formula_cycles == deferred);
      CHECK(theory_of({n, "grouped", timing, {{"substars", "best"}}}).formula_cycles == grouped);
    }
  }
  CHECK(startups({6, "grouped", {1, 10}}) == 1902);  // 2>1 at t_s/t_m = 0.1
  CHECK(startups({6, "grouped", {1, 1}}) == 1154);   // 3>2>1 at 1
  CHECK(startups({6, "grouped", {100, 1}}) == 921);  // all at 100
}

TEST_CASE("the chain that grouped takes costs what the best one of the tables does") {
  for (unsigned n = 3; n <= 7; ++n) {
    for (const Timing timing : {Timing{1, 100}, Timing{1, 10}, Timing{1, 1}, Timing{7, 2},
                                Timing{10, 1}, Timing{100, 1}, Timing{65535, 1}}) {
      for (const std::uint32_t messages : {1U, 3U}) {
        CAPTURE(n, timing.startup, timing.per_message, messages);
        const Problem problem = problem_of({.symbols = n, .timing = timing, .messages = messages});
        const std::uint64_t each = std::uint64_t{messages} * timing.per_message;
        const star::paper::Rational ratio(timing.startup, each);
        const Chain tables = star::paper::best_chain(n, ratio);
        const auto taken = star::best_chain(problem, star::Spreading::at_once);
        const star::ChainCost cost = star::chain_cost(problem, taken, star::Spreading::at_once);
        CHECK(star::paper::nested(n, tables).at(ratio) * each == cost.cycles);
        // The program and the tables may choose different chains of equal cost.
        if (star::paper::nested(n, taken).startups == star::paper::nested(n, tables).startups) {
          CHECK(taken == tables);
        }
      }
    }
  }
}

TEST_CASE("the paper's own is grouped and prints equation 1 with l_n1 for l_k1") {
  const Timing timing{10, 1};
  const Theory theory = theory_of({4, "paper", timing, {{"substars", "2,1"}}});
  // n! l_{4,2} = 50, n! l_{4,1} = 62, n! l_{2,1} = 12: 25 + 12 start-ups and 50 + 12 messages; the
  // paper prints 50 + 62 messages.
  CHECK(theory.formula_cycles == 37 * 10 + 62);
  CHECK(theory.paper_cycles == 37 * 10 + 112);
  CHECK_THAT(theory.erratum, Contains("equation (1)"));
  CHECK_FALSE(theory_of({4, "direct", timing}).paper_cycles.has_value());
  CHECK_FALSE(theory_of({4, "paper", timing, {{"substars", "3,2,1"}}}).paper_cycles.has_value());
  CHECK(theory_of({4, "personalized-broadcast", timing}).formula_cycles ==
        theory_of({4, "grouped", timing}).formula_cycles);
}

TEST_CASE("a packet cap costs grouped deferred and direct a start-up per cut") {
  const Timing timing{3, 2};
  for (const unsigned cap : {1U, 2U, 5U, 7U}) {
    CAPTURE(cap);
    const Options options{{"substars", "3,1"}, {"packet-cap", std::to_string(cap)}};
    const auto cut = [&](std::uint64_t hops, std::uint64_t packet) {
      return hops * ((packet + cap - 1) / cap * timing.startup + packet * timing.per_message);
    };
    // S_4 consists of four 3-substars. Each of the hops_to_substars(4, 3) outer hops has a packet
    // of 3! messages, or of 3! M with M messages per pair.
    const std::uint64_t outer = hops_to_substars(4, 3), inner = hops_to_substars(3, 1);
    CHECK(judged({4, "grouped", timing, options}) == cut(outer, 6) + cut(4 * inner, 1));
    CHECK(judged({4, "deferred", timing, options}) == cut(outer, 6) + cut(inner, 4));
    CHECK(judged({4, "grouped", timing, options, 3}) == cut(outer, 18) + cut(4 * inner, 3));
    CHECK(judged({4, "deferred", timing, options, 3}) == cut(outer, 18) + cut(inner, 12));
    const Options capped{{"packet-cap", std::to_string(cap)}};
    CHECK(judged({4, "direct", timing, capped, 3}) == cut(hops_to_substars(4, 1), 3));
    for (const char* name : {"grouped", "deferred"}) {
      CHECK(judged({4, name, timing, options, 3}) ==
            theory_of({4, name, timing, options, 3}).formula_cycles);
    }
  }
}

TEST_CASE("impossible chains of substars are refused with those that are possible") {
  for (const char* text : {"", "4,1", "3,3,1", "2,3,1", "3,2", "0", "3,2,1,", ",1", "3 2 1", "2;1",
                           "1,0", "x", "Best", "99999999999,1", "-1"}) {
    CAPTURE(text);
    for (const char* name : {"grouped", "deferred"}) {
      CHECK(refusal({4, name, {1, 1}, {{"substars", text}}}) ==
            std::string("`substars` ") + text +
                ": give best or sizes of nested substars, descending from at most 3 to 1, e.g. "
                "3,2,1");
    }
  }
  CHECK_THAT(refusal({3, "grouped", {1, 1}, {{"substars", "3"}}}), Contains("e.g. 2,1"));
  CHECK_THAT(refusal({3, "direct", {1, 1}, {{"packet-cap", "-1"}}}), Contains("`packet-cap` -1"));
}

TEST_CASE("Theorem 1 does not hold without start-up times, where k = 1 and k = 2 take as long") {
  const Timing free{0, 1};
  const Theory theory = theory_of({4, "paper", free, {{"substars", "2,1"}}});
  CHECK(theory.formula_cycles == 62);  // n! l_{4,1}
  CHECK(theory.formula_cycles == theory_of({4, "direct", free}).formula_cycles);
  CHECK_THAT(theory.erratum, Contains("Theorem 1"));
  CHECK_THAT(theory_of({4, "paper", {1, 1}, {{"substars", "2,1"}}}).erratum,
             !Contains("Theorem 1"));
}
