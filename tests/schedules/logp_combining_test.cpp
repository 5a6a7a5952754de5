// SPDX-License-Identifier: Apache-2.0
// LogP machines: combining broadcast and summation.
#include <catch2/catch.hpp>
#include <functional>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/logp_checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

// What every processor does, hop by hop: nothing overlaps, and all operands come together once.
struct Sum {
  std::uint64_t time = 0, operands = 0;
  std::string wrong{};
};

Sum check_summation(const LogpCase& c, const std::vector<Hop>& hops) {
  std::map<NodeId, Book> books;
  std::map<NodeId, std::uint64_t> own, sent;  // operands, time of the one send
  std::map<NodeId, std::vector<std::pair<std::uint64_t, NodeId>>> came;  // added at, from
  Sum sum;
  for (const Hop& hop : hops) {
    const std::uint64_t now = hop.cycle - 1;
    if (hop.message == kAdd) {
      books[hop.link].busy.emplace_back(now, now + hop.to);
      own[hop.link] += hop.to;
      if (hop.link == c.source) sum.time = std::max(sum.time, now + hop.to);
      continue;
    }
    if (hop.message != 0 || sent.contains(hop.link)) return {0, 0, "sends twice"};
    sent[hop.link] = now;
    const std::uint64_t received = now + c.overhead + c.latency + c.overhead;
    note_message(c, hop, books).busy.emplace_back(received, received + 1);
    came[hop.to].emplace_back(received + 1, hop.link);
    if (hop.to == c.source) sum.time = std::max(sum.time, received + 1);
  }
  const std::function<std::uint64_t(NodeId)> total = [&](NodeId v) {
    std::uint64_t operands = own[v] + 1;
    for (const auto& [added, from] : came[v]) {
      if (v != c.source && added > sent[v]) sum.wrong = "sent before it is added";
      operands += total(from);
    }
    for (const Span& span : books[v].busy) {
      if (v != c.source && span.second > sent[v] + c.overhead) sum.wrong = "works after its send";
    }
    return operands;
  };
  sum.operands = total(c.source);
  if (sum.wrong.empty()) sum.wrong = check_books(c, books);
  return sum;
}

Sum summed(const LogpCase& c) {
  const Problem problem = problem_of(c);
  return check_summation(c, all_hops(find_algorithm(c.algorithm, problem).build(problem)));
}

std::uint64_t operands_in(LogpCase c, Cycle time) {
  const Problem problem = problem_of(c);
  return find_algorithm(c.algorithm, problem).operands_in(problem, time);
}

LogpCase summation(std::uint32_t processors, std::uint32_t latency, std::uint32_t overhead,
                   std::uint32_t gap, std::uint32_t operands) {
  return {.algorithm = "summation-tree",
          .collective = CollectiveKind::summation,
          .processors = processors,
          .latency = latency,
          .overhead = overhead,
          .gap = gap,
          .messages = operands,
          .source = processors - 1};
}

// Most operands that up to P processors can add in time t, over all trees and all times of
// receptions: best(p, t) with exactly p processors below and including one that is done at t.
class BestSum {
 public:
  explicit BestSum(const LogpCase& c) : c_(c) {}

  std::int64_t most(std::uint32_t processors, std::int64_t time) {
    std::int64_t best = time + 1;
    for (std::uint32_t p = 2; p <= processors; ++p) best = std::max(best, exactly(p, time));
    return best;
  }

 private:
  // A processor's receptions, latest first: the one before `limit` at the latest ends in time for
  // all additions after it.
  std::int64_t exactly(std::uint32_t processors, std::int64_t time) {
    if (processors == 1) return time < 0 ? kNone64 : time + 1;
    return receive(processors - 1, time, time, 0);
  }
  // `left` processors to hang below; receptions start at most at `latest` minus o+1 for the first;
  // `later` receptions so far, which end before the last additions.
  std::int64_t receive(std::uint32_t left, std::int64_t time, std::int64_t latest,
                       std::int64_t later) {
    if (left == 0) return time + 1 - later * (c_.overhead + 1);
    const auto key = std::tuple(left, time, latest, later);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::int64_t best = kNone64;
    const std::int64_t spacing = std::max({c_.gap, c_.overhead, 1U});
    const std::int64_t o = c_.overhead;
    for (std::int64_t start = latest - o - 1; start >= 0; --start) {
      // All that is received must still be added before the end.
      if (start + o + 1 + later > time - later * o) continue;
      for (std::uint32_t below = 1; below <= left; ++below) {
        const std::int64_t child = exactly(below, start - o - std::int64_t{c_.latency});
        if (child < 0) continue;
        const std::int64_t rest = receive(left - below, time, start - spacing + o + 1, later + 1);
        if (rest > kNone64) best = std::max(best, rest + child);
      }
    }
    return known_[key] = best;
  }

  static constexpr std::int64_t kNone64 = -1'000'000;
  LogpCase c_;
  std::map<std::tuple<std::uint32_t, std::int64_t, std::int64_t, std::int64_t>, std::int64_t>
      known_;
};

std::uint64_t broadcast_time_of(std::uint64_t processors, std::uint64_t latency) {
  std::vector<std::uint64_t> have{1};
  while (have.back() < processors) {
    const std::size_t t = have.size();
    have.push_back(have.back() + (t < latency ? 0 : have[t - latency]));
  }
  return have.size() - 1;
}

}  // namespace

TEST_CASE("combining broadcasts tell all everything once in the time of one broadcast") {
  for (std::uint32_t latency = 1; latency <= 8; ++latency) {
    for (std::uint32_t processors = 2; processors < 130; processors += latency < 4 ? 1 : 3) {
      CAPTURE(processors, latency);
      const LogpCase c{.algorithm = "combining",
                       .collective = CollectiveKind::allreduce,
                       .processors = processors,
                       .latency = latency};
      const Checked checked = run(c);
      REQUIRE(checked.wrong.empty());
      REQUIRE(checked.time == broadcast_time_of(processors, latency));
      REQUIRE(theory_of(c).formula_cycles == checked.time);
      REQUIRE(theory_of(c).lower_bound == checked.time);
    }
  }
}

TEST_CASE("combining broadcasts run on machines with overheads and gaps") {
  for (const std::uint32_t overhead : {0U, 1U, 2U}) {
    for (const std::uint32_t gap : {1U, 3U, 6U}) {
      for (const std::uint32_t latency : {1U, 4U, 9U}) {
        for (const std::uint32_t processors : {2U, 3U, 10U, 37U}) {
          CAPTURE(processors, latency, overhead, gap);
          const LogpCase c{.algorithm = "combining",
                           .collective = CollectiveKind::allreduce,
                           .processors = processors,
                           .latency = latency,
                           .overhead = overhead,
                           .gap = gap};
          const Checked checked = run(c);
          REQUIRE(checked.wrong.empty());
          REQUIRE(theory_of(c).formula_cycles == checked.time);
          REQUIRE(theory_of(c).lower_bound <= checked.time);
        }
      }
    }
  }
}

TEST_CASE("Figure 6 adds 79 operands in 28 cycles") {
  CHECK(operands_in(summation(8, 5, 2, 4, 1), 28) == 79);
  const LogpCase figure = summation(8, 5, 2, 4, 79);
  const Sum sum = summed(figure);
  CHECK(sum.wrong.empty());
  CHECK(sum.operands == 79);
  CHECK(sum.time == 28);
  CHECK(theory_of(figure).formula_cycles == 28);
  CHECK_THAT(theory_of(figure).erratum, Contains("77 operands in 28 cycles"));
  CHECK(theory_of(summation(8, 5, 2, 4, 80)).formula_cycles == 29);
}

TEST_CASE("summations add as many operands as asked for in the time predicted") {
  for (const std::uint32_t overhead : {0U, 1U, 2U}) {
    for (const std::uint32_t gap : {1U, 2U, 3U, 5U}) {
      for (const std::uint32_t latency : {1U, 2U, 5U}) {
        for (const std::uint32_t processors : {2U, 3U, 8U, 40U}) {
          for (const std::uint32_t operands : {1U, 2U, 7U, 30U, 31U, 32U, 33U, 200U, 1000U}) {
            CAPTURE(processors, latency, overhead, gap, operands);
            const LogpCase c = summation(processors, latency, overhead, gap, operands);
            const Sum sum = summed(c);
            REQUIRE(sum.wrong == "");
            REQUIRE(sum.operands == operands);
            const Theory theory = theory_of(c);
            REQUIRE(theory.formula_cycles == sum.time);
            REQUIRE(theory.lower_bound <= sum.time);
            if (gap > overhead) REQUIRE(theory.lower_bound == sum.time);
            REQUIRE(operands_in(c, static_cast<Cycle>(sum.time)) >= operands);
            if (sum.time > 0) {
              REQUIRE(operands_in(c, static_cast<Cycle>(sum.time - 1)) < operands);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("with g greater than o no summation adds more than the tree") {
  for (const std::uint32_t overhead : {0U, 1U, 2U}) {
    for (std::uint32_t gap = overhead + 1; gap <= 4; ++gap) {
      for (const std::uint32_t latency : {1U, 2U, 3U}) {
        BestSum best(summation(4, latency, overhead, gap, 1));
        for (const std::uint32_t processors : {2U, 3U, 4U}) {
          for (Cycle time = 0; time <= 14; ++time) {
            CAPTURE(processors, latency, overhead, gap, time);
            const LogpCase c = summation(processors, latency, overhead, gap, 1);
            REQUIRE(operands_in(c, time) ==
                    static_cast<std::uint64_t>(best.most(processors, time)));
          }
        }
      }
    }
  }
}

TEST_CASE("the judge agrees with the predictions of LogP algorithms") {
  for (const LogpCase& c :
       {LogpCase{
            .algorithm = "optimal-tree", .processors = 8, .latency = 6, .overhead = 2, .gap = 4},
        LogpCase{.algorithm = "block-cyclic", .processors = 77, .latency = 5, .messages = 40},
        LogpCase{.algorithm = "block-cyclic", .processors = 8, .latency = 4, .messages = 40},
        LogpCase{.algorithm = "block-cyclic", .processors = 50, .latency = 2, .messages = 40},
        LogpCase{.algorithm = "block-cyclic",
        .processors = 30,
        .latency = 5,
        .overhead = 1,
        .gap = 3,
        .messages = 9},
        LogpCase{.algorithm = "cyclic",
        .collective = CollectiveKind::alltoall,
        .processors = 9,
        .latency = 4,
        .messages = 3},
        LogpCase{.algorithm = "cyclic",
        .collective = CollectiveKind::allgather,
        .processors = 9,
        .latency = 7,
        .overhead = 1,
        .gap = 5,
        .messages = 3},
        LogpCase{.algorithm = "reversed-tree",
        .collective = CollectiveKind::reduce,
        .processors = 99,
        .latency = 4,
        .overhead = 1,
        .gap = 3},
        LogpCase{.algorithm = "combining",
        .collective = CollectiveKind::allreduce,
        .processors = 99,
        .latency = 4},
        summation(8, 5, 2, 4, 79), summation(30, 2, 3, 1, 500)}) {
    CAPTURE(c.algorithm, c.processors, c.latency);
    const Problem problem = problem_of(c);
    const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
    const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                  algorithm.build(problem).open, std::nullopt, problem.timing);
    CHECK((verdict.violations.empty() ? "" : verdict.violations.front().text) == "");
    CHECK(verdict.delivered == verdict.expected);
    const Theory theory = algorithm.predict(problem);
    CHECK(verdict.cycles >= theory.lower_bound);
    if (theory.formula_cycles) CHECK(verdict.cycles == theory.formula_cycles);
  }
}
