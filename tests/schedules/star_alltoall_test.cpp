// SPDX-License-Identifier: Apache-2.0
// Alltoall on star graphs, single-port. Expected values: formulas of Tseng, Chang & Sheu 1998 with
// distances counted here by breadth-first search, its Table 1, and known counts of start-ups.
#include "schedules/star_alltoall.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "romcast/core/relative_program.hpp"
#include "romcast/core/star_routing.hpp"
#include "schedules/star/substars.hpp"
#include "schedules/star/tables.hpp"

using namespace romcast;
using namespace romcast::test::star;
using Catch::Contains;

namespace {

using Chain = std::vector<unsigned>;

std::vector<Chain> chains(unsigned n) {
  std::vector<Chain> all;
  for (unsigned chosen = 0; chosen < 1U << (n - 2); ++chosen) {
    Chain chain{1};
    for (unsigned k = 2; k < n; ++k) {
      if ((chosen >> (k - 2) & 1U) != 0) chain.insert(chain.begin(), k);
    }
    all.push_back(chain);
  }
  return all;
}

std::string text_of(const Chain& chain) {
  std::string text;
  for (const unsigned k : chain) text += (text.empty() ? "" : ",") + std::to_string(k);
  return text;
}

// n! sum_i l_{k_{i-1},k_i} (t_s / k_i! + t_m)
std::uint64_t nested_cost(unsigned n, const Chain& chain, Timing t) {
  std::uint64_t sum = 0;
  unsigned above = n;
  for (const unsigned k : chain) {
    const std::uint64_t hops = factorial(n) / factorial(above) * hops_to_substars(above, k);
    sum += hops * (t.startup + factorial(k) * t.per_message);
    above = k;
  }
  return sum;
}

// sum_i l_{k_{i-1},k_i} (k_{i-1}!/k_i! t_s + n! t_m)
std::uint64_t deferred_cost(unsigned n, const Chain& chain, Timing t) {
  std::uint64_t sum = 0;
  unsigned above = n;
  for (const unsigned k : chain) {
    const std::uint64_t packet = factorial(n) / factorial(above) * factorial(k);
    sum += hops_to_substars(above, k) * (t.startup + packet * t.per_message);
    above = k;
  }
  return sum;
}

constexpr Timing kTimings[]{{0, 1}, {1, 1}, {7, 2}, {100, 1}, {1, 10}};

}  // namespace

TEST_CASE("grouped and deferred take what their formulas say with every chain") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Chain& chain : chains(n)) {
      for (const Timing timing : kTimings) {
        CAPTURE(n, text_of(chain), timing.startup, timing.per_message);
        const Options options{{"substars", text_of(chain)}};
        const Run grouped{n, "grouped", timing, options}, deferred{n, "deferred", timing, options};
        CHECK(judged(grouped) == nested_cost(n, chain, timing));
        CHECK(theory_of(grouped).formula_cycles == nested_cost(n, chain, timing));
        CHECK(judged(deferred) == deferred_cost(n, chain, timing));
        CHECK(theory_of(deferred).formula_cycles == deferred_cost(n, chain, timing));
      }
    }
  }
}

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

TEST_CASE("deferred with all substars takes (n-1)^2 start-ups") {
  for (unsigned n = 3; n <= 6; ++n) {
    Chain full(n - 1);
    std::iota(full.rbegin(), full.rend(), 1U);
    CHECK(startups({n, "deferred", {1, 1}, {{"substars", text_of(full)}}}) == (n - 1) * (n - 1));
  }
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
      CHECK(packet.dimension == 2);  // inside the 2-substar, then the next row
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
    std::vector<RelativeMessage> memory;  // slots in the order in which they are first sent
    std::set<NodeId> seen;
    for (const RelativePacket& packet : program->packets) {
      for (const RelativeMessage& message : packet.messages) {
        if (seen.insert(message.destination).second) memory.push_back({0, message.destination});
      }
    }
    CHECK(memory.size() == 119);  // all but the own one
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
    for (const Timing timing : kTimings) {
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
        // Of chains that cost the same they may take different ones.
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
  // n! l_{4,2} = 50, n! l_{4,1} = 62, n! l_{2,1} = 12: 25 + 12 start-ups; 50 + 12 or 62 messages.
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
    // S_4 falls into four 3-substars: hops_to_substars(4, 3) hops with 3! messages, or M times
    // that.
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
            std::string("--substars ") + text +
                ": give best or sizes of nested substars, descending from at most 3 to 1, e.g. "
                "3,2,1");
    }
  }
  CHECK_THAT(refusal({3, "grouped", {1, 1}, {{"substars", "3"}}}), Contains("e.g. 2,1"));
  CHECK_THAT(refusal({3, "direct", {1, 1}, {{"packet-cap", "-1"}}}), Contains("--packet-cap -1"));
}

TEST_CASE("cyclic sends n^2 - 3n + 3 packets with all messages on shortest paths") {
  for (unsigned n = 3; n <= 7; ++n) {
    CAPTURE(n);
    const StarGraph star(n);
    std::vector<Permutation> at(star.nodes(), Permutation::identity(n));
    std::uint64_t hops = 0;
    const auto program = plan_of({n, "cyclic"}).hints.find<RelativeProgram>();
    CHECK(program->packets.size() == n * n - 3 * n + 3);
    for (const RelativePacket& packet : program->packets) {
      for (const RelativeMessage& message : packet.messages) {
        at[message.destination] = at[message.destination].crossed(packet.dimension);
        ++hops;
      }
    }
    std::size_t astray = 0;
    for (NodeId p = 0; p < at.size(); ++p) astray += at[p] == star.label(p) ? 0 : 1;
    CHECK(astray == 0);
    CHECK(hops == hops_to_substars(n, 1));
  }
}

TEST_CASE("on S_9 dimensions in turn bring every message home in n^2 - 3n + 3 turns") {
  const StarGraph star(9);  // too many messages for a plan: each relative destination alone
  unsigned most = 0;
  for (NodeId p = 0; p < star.nodes(); ++p) {
    Permutation at = Permutation::identity(9);
    unsigned turns = 0;
    for (; at != star.label(p); ++turns) {
      const unsigned d = turns % 8 + 2;
      if (nearer(at, star.label(p), d, 9)) at = at.crossed(d);
    }
    most = std::max(most, turns);
  }
  CHECK(most == 9 * 9 - 3 * 9 + 3);
}

TEST_CASE("cyclic with packet caps on S_6 takes 1722 583 153 start-ups") {
  const auto with = [](const char* cap) {
    return startups({6, "cyclic", {1, 1}, {{"packet-cap", cap}}});
  };
  CHECK(with("2") == 1722);
  CHECK(with("6") == 583);
  CHECK(with("24") == 153);
}

TEST_CASE("cyclic meets the bandwidth bound with a start-up per packet") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing : kTimings) {
      for (const std::uint32_t messages : {1U, 3U}) {
        CAPTURE(n, timing.startup, timing.per_message, messages);
        const std::uint64_t expected = (n * n - 3 * n + 3) * timing.startup +
                                       hops_to_substars(n, 1) * messages * timing.per_message;
        CHECK(judged({n, "cyclic", timing, {}, messages}) == expected);
        CHECK(theory_of({n, "", timing, {}, messages}).formula_cycles == expected);
      }
    }
  }
}
