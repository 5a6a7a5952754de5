// SPDX-License-Identifier: Apache-2.0
// LogP machines: lower bounds of broadcasts, and properties of all algorithms.
#include "schedules/logp/machine.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <set>

#include "romcast/judge/judge.hpp"
#include "schedules/logp/checker.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Least time of a k-item broadcast on a postal machine by exhaustive search over the sends of every
// step. The state consists of the items at each processor and the items in flight.
class Exhaustive {
 public:
  Exhaustive(unsigned processors, unsigned latency, unsigned items)
      : processors_(processors), latency_(latency), items_(items) {}

  bool within(unsigned time) {
    std::vector<unsigned> held(processors_, 0);
    held[0] = (1U << items_) - 1;
    seen_.clear();
    return step({held, std::vector<std::vector<unsigned>>(latency_ - 1, none())}, time);
  }
  unsigned optimum() {
    unsigned time = 1;
    while (!within(time)) ++time;
    return time;
  }

 private:
  struct State {
    std::vector<unsigned> held;                 // items of every processor
    std::vector<std::vector<unsigned>> on_way;  // per step: item of every receiver, plus 1
    auto operator<=>(const State&) const = default;
  };
  [[nodiscard]] std::vector<unsigned> none() const { return std::vector<unsigned>(processors_, 0); }

  [[nodiscard]] bool done(const State& state) const {
    return std::ranges::all_of(state.held, [&](unsigned h) { return h == (1U << items_) - 1; });
  }
  // Receivers are interchangeable: sorts them by the items that they have and will have.
  [[nodiscard]] State ordered(const State& state) const {
    std::vector<std::vector<unsigned>> rows;
    for (unsigned v = 1; v < processors_; ++v) {
      std::vector<unsigned> row{state.held[v]};
      for (const auto& coming : state.on_way) row.push_back(coming[v]);
      rows.push_back(row);
    }
    std::ranges::sort(rows, std::greater<>());
    State result = state;
    for (unsigned v = 1; v < processors_; ++v) {
      result.held[v] = rows[v - 1][0];
      for (std::size_t i = 0; i < state.on_way.size(); ++i) {
        result.on_way[i][v] = rows[v - 1][i + 1];
      }
    }
    return result;
  }
  bool step(const State& given, unsigned time) {
    if (done(given)) return true;
    if (time < 1) return false;
    const State state = ordered(given);
    if (!seen_.insert({state, time}).second) return false;
    auto sends = none();
    return choose(state, time, 0, sends);
  }
  // Chooses the sends of processor `from` and those after it in this step.
  bool choose(const State& state, unsigned time, unsigned from, std::vector<unsigned>& sends) {
    if (from == processors_) return after(state, time, sends);
    bool sent = false;
    for (unsigned to = 1; to < processors_; ++to) {
      if (sends[to] != 0 || to == from) continue;
      for (unsigned item = 0; item < items_; ++item) {
        if ((state.held[from] >> item & 1) == 0 || will_have(state, to, item)) continue;
        sent = true;
        sends[to] = item + 1;
        if (choose(state, time, from + 1, sends)) return true;
        sends[to] = 0;
      }
    }
    // A send never hurts, since it can be ignored: a processor idles only if it has no item to
    // send.
    return !sent && choose(state, time, from + 1, sends);
  }
  [[nodiscard]] bool will_have(const State& state, unsigned to, unsigned item) const {
    if ((state.held[to] >> item & 1) != 0) return true;
    return std::ranges::any_of(state.on_way,
                               [&](const auto& coming) { return coming[to] == item + 1; });
  }
  bool after(const State& state, unsigned time, const std::vector<unsigned>& sends) {
    State next = state;
    next.on_way.push_back(sends);
    for (unsigned v = 0; v < processors_; ++v) {
      if (next.on_way.front()[v] != 0) next.held[v] |= 1U << (next.on_way.front()[v] - 1);
    }
    next.on_way.erase(next.on_way.begin());
    return step(next, time - 1);
  }

  unsigned processors_, latency_, items_;
  std::set<std::pair<State, unsigned>> seen_;
};

logp::Machine postal(std::uint64_t processors, std::uint32_t latency) {
  return {.processors = processors, .timing = {.latency = latency}};
}

}  // namespace

TEST_CASE("the lower bound of k items is the exhaustive optimum of tiny machines") {
  struct Tiny {
    unsigned processors, latency, items;
  };
  for (const auto& [processors, latency, items] :
       {Tiny{2, 1, 3}, Tiny{2, 3, 2}, Tiny{3, 1, 2}, Tiny{3, 3, 1}, Tiny{3, 3, 2}, Tiny{3, 4, 1},
        Tiny{4, 2, 2}, Tiny{4, 3, 1}, Tiny{4, 3, 2}, Tiny{5, 2, 1}, Tiny{6, 3, 1}, Tiny{7, 4, 1}}) {
    CAPTURE(processors, latency, items);
    CHECK(logp::fewest_cycles(postal(processors, latency), items) ==
          Exhaustive(processors, latency, items).optimum());
  }
}

TEST_CASE("Theorem 3.1 as printed is more than the optimum for few items") {
  CHECK(logp::printed_bound(postal(3, 3), 1).cycles == 5);
  CHECK(Exhaustive(3, 3, 1).optimum() == 4);
  CHECK(logp::printed_bound(postal(5, 2), 1).cycles == 5);
  CHECK(logp::fewest_cycles(postal(5, 2), 1) == 4);
  CHECK(logp::printed_bound(postal(6, 5), 2).cycles == 12);
  CHECK(logp::fewest_cycles(postal(6, 5), 2) == 11);
  CHECK(logp::printed_bound(postal(8, 5), 2).cycles == 13);
  CHECK(logp::fewest_cycles(postal(8, 5), 2) == 12);
}

TEST_CASE("Theorem 3.1 holds as printed for more than k* items") {
  for (std::uint64_t latency = 1; latency <= 6; ++latency) {
    for (std::uint64_t processors = 2; processors <= 60; ++processors) {
      for (std::uint64_t items = 1; items <= 20; ++items) {
        CAPTURE(processors, latency, items);
        const auto printed = logp::printed_bound(postal(processors, latency), items);
        REQUIRE(printed.endgame <= latency);
        const std::uint64_t right = logp::fewest_cycles(postal(processors, latency), items);
        REQUIRE(right <= printed.cycles);
        if (items > printed.endgame) REQUIRE(right == printed.cycles);
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
        LogpCase{.algorithm = "rabenseifner",
        .collective = CollectiveKind::allreduce,
        .processors = 99,
        .latency = 4,
        .messages = 70},
        LogpCase{.algorithm = "ring",
        .collective = CollectiveKind::reduce_scatter,
        .processors = 33,
        .messages = 3},
        LogpCase{.algorithm = "circulant",
        .collective = CollectiveKind::reduce,
        .processors = 99,
        .messages = 30,
        .source = 5},
        LogpCase{.algorithm = "summation-tree",
        .collective = CollectiveKind::summation,
        .processors = 8,
        .latency = 5,
        .overhead = 2,
        .gap = 4,
        .messages = 79,
        .source = 7},
        LogpCase{.algorithm = "summation-tree",
        .collective = CollectiveKind::summation,
        .processors = 30,
        .latency = 2,
        .overhead = 3,
        .gap = 1,
        .messages = 500,
        .source = 29}}) {
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
