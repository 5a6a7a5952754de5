// SPDX-License-Identifier: Apache-2.0
// The algorithms for fat trees on trees of mixed arity, also with several links per leaf, and on
// any rooted tree: Dimakopoulos & Dimopoulos 1996, section 4, with k_i for k.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using enum CollectiveKind;

namespace {

using Numbers = std::vector<std::uint64_t>;

struct Ask {
  std::string network, shape, capacity = "constant";
  CollectiveKind collective{};
  Ports ports{Ports::Kind::multi};
  std::string algorithm{};
  std::uint32_t messages = 1;
  NodeId source = 0;
};

struct Answer {
  std::uint64_t cycles = 0;  // 0 if the plan is illegal or incomplete
  bool waits = false;        // some message stays in a switch for a cycle
  Theory theory;
};

// True if a switch delays a message. Requires that every message has only one destination.
bool waits(const Topology& topology, const OpenSchedule& schedule) {
  std::map<MessageId, Cycle> last;
  std::vector<Hop> step;
  for (const auto pass = schedule(); pass->next(step);) {
    for (const Hop& hop : step) {
      const bool own = topology.is_processor(topology.channel_at(hop.link).from);
      if (!own && last[hop.message] + 1 != hop.cycle) return true;
      last[hop.message] = hop.cycle;
    }
  }
  return false;
}

Answer ask(const Ask& given) {
  const auto topology =
      make_topology(given.network, [&](std::string_view name) -> std::optional<std::string> {
        if (name == "children" || name == "parents") return given.shape;
        if (name == "capacity") return given.capacity;
        return std::nullopt;
      });
  const Problem problem{
      topology,
      Collective(given.collective, topology->processors(), given.source, given.messages),
      given.ports,
      {}};
  const Algorithm& algorithm = find_algorithm(given.algorithm, problem);
  const OpenSchedule schedule = algorithm.build(problem).open;
  const Verdict verdict = judge(*topology, problem.collective, given.ports, schedule);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  return {fine ? verdict.cycles : 0, waits(*topology, schedule), algorithm.predict(problem)};
}

const std::vector<Numbers> kShapes{{2, 3},    {3, 2},    {2, 4},    {4, 2},
                                   {5, 3},    {2, 2, 3}, {3, 2, 2}, {2, 3, 2},
                                   {3, 2, 4}, {2, 5, 3}, {4, 4},    {2, 2, 2, 3}};
std::string text(const Numbers& numbers) { return fmt::format("{}", fmt::join(numbers, ",")); }
std::uint64_t leaves(const Numbers& k, std::size_t levels) {
  return std::accumulate(k.begin(), k.begin() + static_cast<long>(levels), std::uint64_t{1},
                         std::multiplies<>());
}

constexpr Ports kOneSend{Ports::Kind::single}, kEveryLink{Ports::Kind::multi};

// Equation (1): cycles of a broadcast from v that does not go to the neighbour `from`. The parent
// of node w is parents[w-1].
std::uint64_t equation_1(const std::vector<NodeId>& parents, NodeId v, NodeId from) {
  std::vector<std::uint64_t> below;
  const auto add = [&](NodeId to) {
    if (to != from) below.push_back(equation_1(parents, to, v));
  };
  if (v > 0) add(parents[v - 1]);
  for (NodeId w = 1; w <= parents.size(); ++w) {
    if (parents[w - 1] == v) add(w);
  }
  std::ranges::sort(below, std::greater());
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < below.size(); ++i) most = std::max(most, below[i] + i + 1);
  return most;
}

const std::vector<std::vector<NodeId>> kParents{
    {0}, {0, 0}, {0, 1}, {0, 0, 1}, {0, 1, 2, 3}, {0, 0, 0, 1, 1, 4, 5}, {0, 1, 1, 1, 2, 2, 0, 7}};

}  // namespace

TEST_CASE("largest-first takes b(T) of equation (1) cycles from any node of any tree") {
  for (const auto& parents : kParents) {
    for (NodeId source = 0; source <= parents.size(); ++source) {
      const std::string shape = fmt::format("{}", fmt::join(parents, ","));
      CAPTURE(shape, source);
      const Answer answer = ask({.network = "rooted-tree",
                                 .shape = shape,
                                 .collective = broadcast,
                                 .ports = kOneSend,
                                 .algorithm = "largest-first",
                                 .source = source});
      CHECK(answer.cycles == equation_1(parents, source, kNone));
      CHECK(answer.theory.formula_cycles == answer.cycles);
      CHECK(answer.theory.lower_bound == answer.cycles);
    }
  }
}

TEST_CASE("a broadcast from a leaf of a tree of mixed arity takes k_1 + .. + k_h + h - 1 cycles") {
  for (const Numbers& k : kShapes) {
    CAPTURE(k);
    // A switch of level i sends each message k_i times; the root receives it from a child and sends
    // it k_h - 1 times.
    const std::uint64_t busiest = std::max(k.back() - 1, *std::max_element(k.begin(), k.end() - 1));
    const std::uint64_t sum = std::accumulate(k.begin(), k.end(), std::uint64_t{0});
    const Ask one{.network = "tree",
                  .shape = text(k),
                  .collective = broadcast,
                  .ports = kOneSend,
                  .algorithm = "equation-1"};
    CHECK(ask(one).cycles == sum + k.size() - 1);
    Ask three = one;
    three.messages = 3;
    CHECK(ask(three).cycles == sum + k.size() - 1 + 2 * busiest);
    Ask multi = three;
    multi.ports = kEveryLink;
    CHECK(ask(multi).cycles == 2 * k.size() + 2);
    multi.capacity = fmt::format("{}", fmt::join(Numbers(k.size(), 2), ","));
    CHECK(ask(multi).cycles == 2 * k.size() + 1);  // two messages at a time
  }
}

TEST_CASE("scatter, gather and flooding on trees of mixed arity take the bound of one leaf",
          "[exhaustive]") {
  for (const Numbers& k : kShapes) {
    const std::uint64_t n = leaves(k, k.size());
    for (const std::uint64_t c : {1, 2, 3}) {
      for (const std::uint32_t m : {1U, 2U}) {
        std::uint64_t bound = 0;
        for (std::size_t i = 1; i <= k.size(); ++i) {
          bound = std::max(bound, (m * (n - leaves(k, i - 1)) + c - 1) / c + 2 * i - 1);
        }
        CAPTURE(k, c, m);
        Ask one{.network = "tree",
                .shape = text(k),
                .capacity = text(Numbers(k.size(), c)),
                .collective = scatter,
                .algorithm = "furthest-first",
                .messages = m,
                .source = static_cast<NodeId>(n / 2)};
        const Answer scattered = ask(one);
        CHECK(scattered.cycles == bound);
        CHECK(scattered.theory.formula_cycles == bound);
        one.collective = gather;
        one.algorithm = "reversed-scatter";
        CHECK(ask(one).cycles == bound);
        one.algorithm = "greedy";
        CHECK(ask(one).cycles >= bound);
        one.collective = allgather;
        one.algorithm = "flooding";
        CHECK(ask(one).cycles >= bound);
        if (c == 1) CHECK(ask(one).cycles == bound);
      }
    }
  }
}

TEST_CASE("pipelined and phased alltoall on trees of mixed arity and any capacities wait nowhere",
          "[exhaustive][slow]") {
  for (const Numbers& k : kShapes) {
    const std::uint64_t h = k.size();
    if (leaves(k, h) > 32) continue;
    for (const unsigned pattern : {0U, 1U, 2U, 3U}) {
      Numbers c(h);
      for (std::size_t i = 0; i < h; ++i) {
        c[i] = pattern == 0 ? 1 : pattern == 1 ? leaves(k, i) : pattern == 2 ? i + 1 : h - i + 1;
      }
      std::uint64_t phases = 0;
      for (std::size_t i = 1; i <= h; ++i) {
        std::uint64_t longest = 0;
        for (std::size_t j = 1; j <= i; ++j) {
          const std::uint64_t crossing = (k[i - 1] - 1) * leaves(k, i - 1) * leaves(k, j - 1);
          longest = std::max(longest, (crossing + c[j - 1] - 1) / c[j - 1]);
        }
        phases += longest;
      }
      for (const std::uint32_t m : {1U, 2U}) {
        CAPTURE(k, c, m);
        Ask one{.network = "tree",
                .shape = text(k),
                .capacity = text(c),
                .collective = alltoall,
                .algorithm = "pipelined",
                .messages = m};
        const Answer pipelined = ask(one);
        CHECK(pipelined.cycles == m * phases + 2 * h - 1);
        CHECK(pipelined.theory.formula_cycles == pipelined.cycles);
        CHECK_FALSE(pipelined.waits);
        one.algorithm = "phased";
        CHECK(ask(one).cycles == m * phases + h * h);
        one.algorithm = "greedy";
        const Answer greedy = ask(one);
        CHECK(greedy.cycles > 0);
        CHECK(greedy.cycles >= greedy.theory.lower_bound);
      }
    }
  }
}

TEST_CASE("the rules run on any tree, and from inner nodes") {
  struct Rule {
    CollectiveKind kind;
    Ports ports;
    const char* algorithm;
  };
  for (const Rule& rule : {Rule{scatter, kOneSend, "furthest-first"},
                           {scatter, kEveryLink, "furthest-first"},
                           {gather, kOneSend, "reversed-scatter"},
                           {gather, kEveryLink, "reversed-scatter"},
                           {gather, kOneSend, "greedy"},
                           {gather, kEveryLink, "greedy"},
                           {allgather, kOneSend, "upward-first"},
                           {allgather, kEveryLink, "flooding"},
                           {alltoall, kOneSend, "upward-first"},
                           {alltoall, kEveryLink, "greedy"}}) {
    for (const auto& parents : kParents) {
      for (const NodeId source : {NodeId{0}, static_cast<NodeId>(parents.size())}) {
        for (const std::uint32_t m : {1U, 2U}) {
          Ask one{.network = "rooted-tree",
                  .shape = fmt::format("{}", fmt::join(parents, ",")),
                  .collective = rule.kind,
                  .ports = rule.ports,
                  .algorithm = rule.algorithm,
                  .messages = m,
                  .source = source};
          CAPTURE(one.shape, name(rule.kind), rule.algorithm, source, m);
          const Answer answer = ask(one);
          CHECK(answer.cycles > 0);
          CHECK(answer.cycles >= answer.theory.lower_bound);
        }
      }
    }
  }
}

TEST_CASE("upward-first on trees of mixed arity is legal with one reception per cycle") {
  for (const Numbers& k : kShapes) {
    for (const CollectiveKind kind : {allgather, alltoall}) {
      CAPTURE(k, name(kind));
      const Answer answer = ask({.network = "tree",
                                 .shape = text(k),
                                 .collective = kind,
                                 .ports = kOneSend,
                                 .algorithm = "upward-first"});
      CHECK(answer.cycles > 0);
      CHECK(answer.cycles >= answer.theory.lower_bound);
    }
  }
}
