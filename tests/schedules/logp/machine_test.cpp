// SPDX-License-Identifier: Apache-2.0
// LogP machines: lower bounds of broadcasts and exchanges, and predictions against the judge.
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
    std::vector<unsigned> held;                 // items of every processor, as bits
    std::vector<std::vector<unsigned>> on_way;  // per step: by receiver, 1 + item; 0: none
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
  // Tries all sends in this step of the processors numbered `from` and higher; true if one choice
  // ends in time.
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
    // A send never hurts, since its receiver can ignore it: a processor idles only if it has no
    // item to send.
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

namespace {

// Least time in which one processor can make `messages` sends and as many receptions, by trying all
// starts of both: no reception starts before time L + o, and each send starts at least L + 2o
// cycles before the end.
class OneProcessor {
 public:
  OneProcessor(Timing timing, unsigned messages) : timing_(timing), messages_(messages) {}

  [[nodiscard]] bool within(unsigned time) const { return step(0, time, 0, 0, 0, 0, 0); }
  [[nodiscard]] unsigned least() const {
    unsigned time = 1;
    while (!within(time)) ++time;
    return time;
  }

 private:
  // True if the remaining sends and receptions, started from time `at` on, can end by `time`. The
  // processor is free from `free` on. Its next send can start from `send_from` on, its next
  // reception from `take_from` on.
  [[nodiscard]] bool step(unsigned at, unsigned time, unsigned sent, unsigned taken, unsigned free,
                          unsigned send_from, unsigned take_from) const {
    if (sent == messages_ && taken == messages_) return true;
    const unsigned o = timing_.overhead, spacing = timing_.spacing();
    const unsigned sends_left = messages_ - sent, takes_left = messages_ - taken;
    const bool late =
        (sends_left > 0 && at + (sends_left - 1) * spacing + timing_.delay() > time) ||
        (takes_left > 0 && at + (takes_left - 1) * spacing + o > time);
    if (at >= time || late) return false;
    if (at >= free) {
      const bool sends = sent < messages_ && at >= send_from && at + timing_.delay() <= time;
      const bool takes =
          taken < messages_ && at >= std::max(take_from, timing_.latency + o) && at + o <= time;
      const bool both = sends && takes && o == 0;
      if (both && step(at + 1, time, sent + 1, taken + 1, at, at + spacing, at + spacing))
        return true;
      if (sends && step(at + 1, time, sent + 1, taken, at + o, at + spacing, take_from))
        return true;
      if (takes && step(at + 1, time, sent, taken + 1, at + o, send_from, at + spacing))
        return true;
    }
    return step(at + 1, time, sent, taken, free, send_from, take_from);
  }
  Timing timing_;
  unsigned messages_;
};

Theory exchange_bound(std::uint32_t processors, Timing timing,
                      CollectiveKind kind = CollectiveKind::alltoall, std::uint32_t messages = 1) {
  const Problem problem{std::make_shared<Complete>(processors),
                        {kind, processors, 0, messages},
                        {Ports::Kind::single},
                        {},
                        timing};
  Theory theory;
  logp::add_exchange_bound(problem, theory);
  return theory;
}

}  // namespace

TEST_CASE("a plan may end with the last cycle that a schedule file may have", "[logp]") {
  // L + 2o + (P-2)g = 65535 * 65537 = 2^32 - 1 cycles
  const auto planned = [](std::uint32_t messages) {
    const Problem problem{std::make_shared<Complete>(65536),
                          Collective(CollectiveKind::scatter, 65536, 0, messages),
                          {Ports::Kind::single},
                          {},
                          {.latency = 65535, .overhead = 65535, .gap = 65535}};
    find_algorithm("direct", problem).build(problem);
  };
  CHECK_NOTHROW(planned(1));
  CHECK_THROWS_WITH(planned(2), Catch::Contains("at most 4294967295 count"));
}

TEST_CASE("an exchange of four processors with L = 6, o = 2, g = 4 takes 20 cycles", "[logp]") {
  CHECK(exchange_bound(4, {.latency = 6, .overhead = 2, .gap = 4}).lower_bound == 20);
  CHECK(OneProcessor({.latency = 6, .overhead = 2, .gap = 4}, 3).least() == 20);
}

// 2 * 4 * (3 - 1) = 16 messages are sent and received. So some processor has ceil(32/3) = 11 of
// the 32 ends, but the processor that sends ceil(16/3) = 6 need not be the one that receives 6.
TEST_CASE("an allreduce keeps some processor busy for its share of sends and receptions",
          "[logp]") {
  const Theory theory =
      exchange_bound(3, {.latency = 1, .overhead = 3, .gap = 1}, CollectiveKind::allreduce, 4);
  CHECK(theory.lower_bound == 11 * 3);
  CHECK(theory.lower_bound_source.find("11 sends and receptions") != std::string::npos);
}

TEST_CASE("the bound of an exchange is never above what one processor can do", "[logp]") {
  for (std::uint32_t processors = 2; processors <= 5; ++processors) {
    for (std::uint32_t latency = 1; latency <= 6; ++latency) {
      for (std::uint32_t overhead = 0; overhead <= 3; ++overhead) {
        for (std::uint32_t gap = 1; gap <= 4; ++gap) {
          const Timing timing{.latency = latency, .overhead = overhead, .gap = gap};
          INFO(processors << ' ' << latency << ' ' << overhead << ' ' << gap);
          CHECK(exchange_bound(processors, timing).lower_bound <=
                OneProcessor(timing, processors - 1).least());
        }
      }
    }
  }
}
