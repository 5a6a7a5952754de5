// SPDX-License-Identifier: Apache-2.0
// LogP machines: summation.
#include <catch2/catch.hpp>
#include <functional>

#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

// Result of check_summation(), which replays every processor's actions: the end of the last
// addition at the root, the operands in the root's sum, and the first error, e.g. actions that
// overlap.
struct Sum {
  std::uint64_t time = 0, operands = 0;
  std::string wrong{};
};

Sum check_summation(const LogpCase& c, const std::vector<Hop>& hops) {
  std::map<NodeId, Book> books;
  std::map<NodeId, std::uint64_t> own, sent;  // own: operands; sent: time of the only send
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

// most(): the most operands that up to `processors` processors can add by `time`, over all trees
// and all times of receptions.
class BestSum {
 public:
  explicit BestSum(const LogpCase& c) : c_(c) {}

  std::int64_t most(std::uint32_t processors, std::int64_t time) {
    std::int64_t best = time + 1;
    for (std::uint32_t p = 2; p <= processors; ++p) best = std::max(best, exactly(p, time));
    return best;
  }

 private:
  // The most operands of a subtree with exactly this many processors whose root has finished at
  // `time`; negative if it is impossible.
  std::int64_t exactly(std::uint32_t processors, std::int64_t time) {
    if (processors == 1) return time < 0 ? kNone64 : time + 1;
    return receive(processors - 1, time, time, 0);
  }
  // Places the receptions of a root, the latest first. `left`: processors still to be placed. The
  // next reception, with its addition, must end by `latest`. `later`: receptions placed so far.
  // Returns the most operands; kNone64 if it is impossible.
  std::int64_t receive(std::uint32_t left, std::int64_t time, std::int64_t latest,
                       std::int64_t later) {
    if (left == 0) return time + 1 - later * (c_.overhead + 1);
    const auto key = std::tuple(left, time, latest, later);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::int64_t best = kNone64;
    const std::int64_t spacing = std::max({c_.gap, c_.overhead, 1U});
    const std::int64_t o = c_.overhead;
    for (std::int64_t start = latest - o - 1; start >= 0; --start) {
      // After this addition, the later receptions and their additions must still fit before the
      // end.
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

}  // namespace

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

TEST_CASE("what section 5 says of every P and every g is told where it is not so") {
  LogpCase c{.algorithm = "summation-tree",
             .collective = CollectiveKind::summation,
             .processors = 8,
             .latency = 5,
             .overhead = 2,
             .gap = 4,
             .messages = 79};
  CHECK_THAT(theory_of(c).erratum, !Contains("o+1 apart") && !Contains("so short a time"));
  c.gap = 2;
  CHECK_THAT(theory_of(c).erratum, Contains("o+1 apart"));
  c.messages = 5;  // one processor adds 5 operands while a message is in flight
  CHECK_THAT(theory_of(c).erratum, Contains("so short a time only 1 "));
}
