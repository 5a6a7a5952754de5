// SPDX-License-Identifier: Apache-2.0
// A combined value must reveal which operands it contains, how often, and in what order.
#include "romcast/core/combined_value.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/error.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

std::uint64_t applied(const CombinedValue& map, std::uint64_t x) {
  return (map.a * x + map.b) % CombinedValue::kPrime;
}

Problem summation_problem(std::uint32_t n, std::uint32_t operands, Timing timing, NodeId sink) {
  return {std::make_shared<Complete>(n),
          Collective(CollectiveKind::summation, n, sink, operands),
          Ports{Ports::Kind::single},
          {},
          timing};
}

// An addition of a processor, taken directly from the hops: at `time` the processor adds an operand
// of its own, or the sum that processor `from` has sent.
struct Action {
  std::uint64_t time = 0;
  NodeId from = kNone;  // kNone: an operand of its own
  bool operator<(const Action& other) const { return time < other.time; }
};

using Operand = std::pair<NodeId, std::uint32_t>;  // a processor and the number of its operand
// Appends the operands of the sum of processor v, in the order of the additions.
void append(const std::map<NodeId, std::vector<Action>>& actions, NodeId v,
            std::vector<Operand>& all) {
  std::uint32_t own = 0;
  all.emplace_back(v, own++);
  const auto found = actions.find(v);
  if (found == actions.end()) return;
  for (const Action& action : found->second) {
    if (action.from == kNone) {
      all.emplace_back(v, own++);
    } else {
      append(actions, action.from, all);
    }
  }
}

std::vector<Operand> summed(const OpenSchedule& open, Timing timing, NodeId sink) {
  std::map<NodeId, std::vector<Action>> actions;
  std::vector<Hop> hops;
  for (const auto pass = open(); pass->next(hops);) {
    for (const Hop& hop : hops) {
      const std::uint64_t time = hop.cycle - std::uint64_t{1};
      if (hop.message != kAdd) {
        actions[hop.to].push_back({time + timing.delay(), hop.link});
      } else {
        for (NodeId i = 0; i < hop.to; ++i) actions[hop.link].push_back({time + i});
      }
    }
  }
  for (auto& [v, some] : actions) std::ranges::stable_sort(some, std::less<>{});
  std::vector<Operand> all;
  append(actions, sink, all);
  return all;
}

}  // namespace

TEST_CASE("a product of maps is the maps one after the other") {
  for (const std::uint32_t begin : {0U, 17U}) {
    for (std::uint32_t end = begin; end < begin + 200; end += 7) {
      const CombinedValue all = combine_all(begin, end);
      std::uint64_t count = 0, sum = 0, x = 5;
      for (std::uint32_t i = begin; i < end; ++i) {
        const CombinedValue one = CombinedValue::of(i);
        ++count;
        sum += one.sum;
        x = applied(one, x);
      }
      CHECK(all.count == count);
      CHECK(all.sum == sum % CombinedValue::kSums);
      CHECK(applied(all, 5) == x);
    }
  }
}

TEST_CASE("values combine in any grouping but not in any order") {
  const CombinedValue nothing;
  unsigned same = 0;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const CombinedValue a = CombinedValue::of(i), b = CombinedValue::of(i + 1);
    const CombinedValue c = CombinedValue::of(i + 2);
    REQUIRE(combine(combine(a, b), c) == combine(a, combine(b, c)));
    REQUIRE(combine(a, nothing) == a);
    REQUIRE(combine(nothing, a) == a);
    REQUIRE(a.a != 0);
    REQUIRE(a.a < CombinedValue::kPrime);
    REQUIRE(a.b < CombinedValue::kPrime);
    REQUIRE(a.sum < CombinedValue::kSums);
    if (combine(a, b) == combine(b, a)) ++same;
  }
  // Two random maps commute with probability 1/kPrime.
  CHECK(same < 5000 * 3 / CombinedValue::kPrime);
}

TEST_CASE("values of runs that may keep any order combine in any order, and still differ") {
  unsigned same = 0;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const auto a = CombinedValue::of(i, Maps::commuting);
    const auto b = CombinedValue::of(i + 1, Maps::commuting);
    REQUIRE(combine(a, b) == combine(b, a));
    REQUIRE(applied(a, CombinedValue::kFixedPoint) == CombinedValue::kFixedPoint);
    REQUIRE(a.a == CombinedValue::of(i).a);
    if (a.b == b.b) ++same;
  }
  CHECK(same < 5000 * 3 / CombinedValue::kPrime);
}

TEST_CASE("flits hold every combined value") {
  const CombinedValue most{CombinedValue::kMostValues, CombinedValue::kSums - 1,
                           CombinedValue::kPrime - 1, CombinedValue::kPrime - 1};
  const CombiningFlitCodec codec(Collective(CollectiveKind::reduce, 8192, 0, 1));
  for (const CombinedValue& value : {most, CombinedValue{}, combine_all(3, 90)}) {
    for (const NodeId sender : {0U, 77U, CombiningFlitCodec::kMostSenders - 1}) {
      for (const MessageId message : {0U, 1U}) {
        const std::uint64_t flit = codec.pack(message, sender, value);
        CHECK((flit & 1) == message);
        CHECK(codec.sender(flit) == sender);
        CHECK(codec.value(flit) == value);
      }
    }
  }
}

TEST_CASE("flits of several values tell which one, and how many processors are in it") {
  const Collective collective(CollectiveKind::reduce_scatter, 13, 0, 3);
  const CombiningFlitCodec codec(collective);
  const CombinedValue all = combine_all(39, 52);
  CHECK(all.count == 13);
  for (MessageId message = 0; message < collective.message_numbers(); ++message) {
    const std::uint64_t flit = codec.pack(message, 12, all);
    CHECK(codec.decode(flit) == message);
    CHECK(codec.sender(flit) == 12);
    CHECK(codec.value(flit) == all);
  }
  CHECK_THROWS_AS(CombiningFlitCodec(Collective(CollectiveKind::allreduce, 8192, 0, 1U << 20)),
                  InputError);
}

TEST_CASE("more processors or operands than flits can tell apart are refused") {
  const auto codec = [](CollectiveKind kind, std::uint32_t n, std::uint32_t m) {
    return CombiningFlitCodec(Collective(kind, n, 0, m));
  };
  CHECK_NOTHROW(codec(CollectiveKind::reduce, 8192, 1));
  CHECK_THROWS_WITH(codec(CollectiveKind::reduce, 8193, 1), Contains("`processors` 8193"));
  CHECK_NOTHROW(codec(CollectiveKind::summation, 8, (1U << 20) - 1));
  CHECK_THROWS_WITH(codec(CollectiveKind::summation, 8, 1U << 20), Contains("`operands` 1048576"));
}

TEST_CASE("operands are numbered in the order in which the sink gets them") {
  const Timing timings[] = {{.latency = 5, .overhead = 2, .gap = 4},
                            {.latency = 1, .overhead = 0, .gap = 2},
                            {.latency = 9, .overhead = 1, .gap = 3}};
  for (const Timing& timing : timings) {
    for (const std::uint32_t n : {2U, 8U, 13U}) {
      for (const std::uint32_t operands : {2U, 79U, 400U}) {
        CAPTURE(timing.latency, n, operands);
        const Problem problem = summation_problem(n, operands, timing, n / 2);
        const OpenSchedule open = find_algorithm("summation-tree", problem).build(problem).open;
        const auto order = operand_order(Complete(n), problem.collective, timing, open);
        const std::vector<Operand> all = summed(open, timing, n / 2);
        REQUIRE(all.size() == operands);
        std::size_t numbered = 0;
        for (const auto& some : order) numbered += some.size();
        REQUIRE(numbered == operands);
        for (std::uint32_t i = 0; i < operands; ++i) {
          REQUIRE(order.at(all[i].first).at(all[i].second) == i);
        }
      }
    }
  }
}
