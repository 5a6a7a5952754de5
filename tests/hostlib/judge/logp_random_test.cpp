// SPDX-License-Identifier: Apache-2.0
// Compares the LogP judge, on random schedules, with the judge of rounds and with the definitions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "hostlib/logp_verdict.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;
using enum CollectiveKind;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    return std::uniform_int_distribution<std::uint32_t>(0, bound - 1)(engine_);
  }

 private:
  std::mt19937 engine_;
};

// Random rounds: in each round each processor sends and receives at most one message; each sender
// has the message that it sends, and each receiver lacks the message that it receives.
std::vector<Hop> legal_rounds(const Collective& collective, Random& random) {
  const auto n = static_cast<NodeId>(collective.processors());
  const auto numbers = static_cast<MessageId>(collective.message_numbers());
  std::vector<std::set<MessageId>> holds(n);
  for (MessageId m = 0; m < numbers; ++m) holds[collective.origin(m)].insert(m);
  std::vector<Hop> result;
  for (Cycle cycle = 1; cycle <= 12; ++cycle) {
    std::vector<bool> receives(n);
    const auto before = holds;
    for (NodeId from = 0; from < n; ++from) {
      const NodeId to = (from + 1 + random.below(n - 1)) % n;
      const MessageId m = random.below(numbers);
      if (receives[to] || !before[from].contains(m) || holds[to].contains(m)) continue;
      if (collective.destination(m) == collective.origin(m)) continue;
      if (!collective.multicast() && collective.destination(m) == from) continue;
      receives[to] = true;
      if (!collective.multicast()) holds[from].erase(m);
      holds[to].insert(m);
      result.push_back({cycle, from, m, to});
    }
  }
  return result;
}

void sabotage(std::vector<Hop>& hops, const Collective& collective, Random& random) {
  if (hops.empty()) return;
  Hop& hop = hops[random.below(static_cast<std::uint32_t>(hops.size()))];
  const auto n = static_cast<NodeId>(collective.processors());
  switch (random.below(4)) {
    case 0:
      hop.cycle = 1 + random.below(12);
      break;
    case 1:
      hop.to = (hop.link + 1 + random.below(n - 1)) % n;
      break;
    case 2:
      hop.message = random.below(static_cast<std::uint32_t>(collective.message_numbers()) + 2);
      break;
    default:
      hops.push_back({hop.cycle, hop.link, hop.message, (hop.link + 1) % n});
  }
}

Verdict by_logp(const Complete& network, const Collective& collective,
                const std::vector<Hop>& hops) {
  const auto judge = make_logp_judge(network, collective, kSingle, std::nullopt, Timing{});
  const auto pass = stored_schedule(hops)();
  for (std::vector<Hop> step; pass->next(step);) judge->step(step);
  return judge->finish();
}

// The violations as the judge of rounds reports them: a gap that is too short is a port used twice,
// and there is no limit on messages in transit.
std::multiset<std::pair<Cycle, ViolationKind>> in_words_of_rounds(const Verdict& verdict) {
  std::multiset<std::pair<Cycle, ViolationKind>> result;
  for (const Violation& v : verdict.violations) {
    if (v.kind != capacity_exceeded) {
      result.emplace(v.cycle, v.kind == gap_too_short ? port_used_twice : v.kind);
    }
  }
  return result;
}

// Violations, deliveries and cycles of a broadcast by definition, from all pairs of hops.
struct Expected {
  std::size_t gaps = 0, overlaps = 0, crowds = 0, early = 0, again = 0;
  std::uint64_t delivered = 0;
  Cycle cycles = 0;
};

struct Begin {
  std::int64_t time;
  bool sends;  // false: it receives
  auto operator<=>(const Begin&) const = default;
};

void expect_ports(const std::vector<Hop>& hops, NodeId processor, Timing t, Expected& result) {
  std::vector<Begin> begins;  // receptions come first at equal times
  for (const Hop& hop : hops) {
    const std::int64_t s = hop.cycle - 1;
    if (hop.link == processor) begins.push_back({s, true});
    if (hop.to == processor) begins.push_back({s + t.overhead + t.latency, false});
  }
  std::ranges::sort(begins);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto of_kind = [&](std::size_t j) { return begins[j].sends == begins[i].sends; };
    std::int64_t last = -1'000'000;
    bool busy = false;
    for (std::size_t j = 0; j < i; ++j) {
      if (of_kind(j)) last = begins[j].time;
      busy = busy || begins[i].time < begins[j].time + t.overhead;
    }
    if (begins[i].time - last < std::max(t.gap, t.overhead)) {
      ++result.gaps;
    } else if (busy && t.overhead > 0) {
      ++result.overlaps;
    }
  }
}

Expected expected(const std::vector<Hop>& hops, std::uint32_t n, Timing t) {
  Expected result;
  const std::uint32_t most = (t.latency + t.gap - 1) / t.gap;
  std::map<std::pair<NodeId, MessageId>, Cycle> known;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    std::uint32_t from = 0, to = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      if (hops[j].cycle + t.latency <= hops[i].cycle) continue;
      from += hops[j].link == hops[i].link ? 1 : 0;
      to += hops[j].to == hops[i].to ? 1 : 0;
    }
    result.crowds += (from > most ? 1 : 0) + (to > most ? 1 : 0);
    const Cycle arrival = hops[i].cycle - 1 + t.latency + 2 * t.overhead;
    const auto has = known.find({hops[i].link, hops[i].message});
    if (hops[i].link != 0 && (has == known.end() || has->second >= hops[i].cycle)) {
      ++result.early;
    } else if (hops[i].to != 0 &&
               known.emplace(std::pair(hops[i].to, hops[i].message), arrival).second) {
      result.cycles = std::max(result.cycles, arrival);
    } else {
      ++result.again;
    }
  }
  result.delivered = known.size();
  for (NodeId p = 0; p < n; ++p) expect_ports(hops, p, t, result);
  return result;
}

}  // namespace

TEST_CASE("with the default times both judges say the same about random schedules") {
  const unsigned seed = GENERATE(range(0U, 60U));
  Random random(seed);
  const Complete network(4 + seed % 3);
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, network.processors(), 1, 2);
    std::vector<Hop> hops = legal_rounds(collective, random);
    for (unsigned wrong = 0; wrong <= 6; ++wrong) {
      CAPTURE(seed, name(kind), wrong);
      const Verdict rounds = judge(network, collective, kSingle, stored_schedule(hops));
      const Verdict logp = by_logp(network, collective, hops);
      if (wrong == 0) CHECK(rounds.violation_count == rounds.expected - rounds.delivered);
      CHECK(logp.cycles == rounds.cycles);
      CHECK(logp.hops == rounds.hops);
      CHECK(logp.delivered == rounds.delivered);
      CHECK(logp.expected == rounds.expected);
      CHECK(logp.item_delay == rounds.item_delay);
      CHECK((logp.violation_count == 0) == (rounds.violation_count == 0));
      CHECK(in_words_of_rounds(logp) == in_words_of_rounds(rounds));
      sabotage(hops, collective, random);
    }
  }
}

TEST_CASE("violations of random schedules equal a recount from the definitions") {
  const unsigned seed = GENERATE(range(0U, 400U));
  Random random(seed);
  const std::uint32_t n = 2 + random.below(5), messages = 1 + random.below(4);
  const Timing timing{
      .latency = 1 + random.below(8), .overhead = random.below(4), .gap = 1 + random.below(5)};
  std::vector<Hop> hops(1 + random.below(20));
  for (Hop& hop : hops) {
    hop.cycle = 1 + random.below(60);
    // At least half of the sends, on average, are from the source, which has all messages.
    hop.link = random.below(2) == 0 ? 0 : random.below(n);
    hop.to = (hop.link + 1 + random.below(n - 1)) % n;
    hop.message = random.below(messages);
  }
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  CAPTURE(seed, n, timing.latency, timing.overhead, timing.gap);
  const Verdict verdict =
      verdict_of({.processors = n, .timing = timing, .messages = messages}, hops);
  const Expected e = expected(hops, n, timing);
  CHECK(count(verdict, gap_too_short) == e.gaps);
  CHECK(count(verdict, overheads_overlap) == e.overlaps);
  CHECK(count(verdict, capacity_exceeded) == e.crowds);
  CHECK(count(verdict, sent_before_arrival) == e.early);
  CHECK(verdict.delivered == e.delivered);
  CHECK(count(verdict, delivered_twice) == e.again);
  CHECK(verdict.cycles == e.cycles);
}

TEST_CASE("queues of random schedules equal a recount from the definition") {
  const unsigned seed = GENERATE(range(0U, 200U));
  Random random(seed);
  const std::uint32_t n = 2 + random.below(4), messages = 3;
  const Timing timing{.latency = 1 + random.below(5), .buffered = true};
  std::vector<Hop> hops;
  std::map<NodeId, std::vector<std::pair<Cycle, Cycle>>> stays;  // arrival, taking (0: not taken)
  for (NodeId to = 1; to < n; ++to) {
    std::set<Cycle> taken;
    for (MessageId m = 0; m < messages; ++m) {
      const Cycle sent = 1 + random.below(8), arrival = sent - 1 + timing.latency;
      hops.push_back({sent, 0, m, to});
      Cycle take = arrival + random.below(4);
      while (taken.contains(take)) ++take;
      if (random.below(5) == 0) {
        take = 0;
      } else {
        taken.insert(take);
        hops.push_back({take, to, m, to});
      }
      stays[to].emplace_back(arrival, take);
    }
  }
  std::uint32_t queue = 0, waiting = 0;
  for (const auto& [to, all] : stays) {
    for (Cycle u = 1; u < 30; ++u) {
      std::uint32_t there = 0, left = 0;
      for (const auto& [arrival, take] : all) {
        there += arrival <= u && (take == 0 || take >= u) ? 1 : 0;
        left += arrival <= u && (take == 0 || take > u) ? 1 : 0;
      }
      queue = std::max(queue, there);
      waiting = std::max(waiting, left);
    }
  }
  CAPTURE(seed, n, timing.latency);
  const Verdict verdict =
      verdict_of({.processors = n, .timing = timing, .messages = messages}, hops);
  CHECK(count(verdict, sent_before_arrival) == 0);
  CHECK(verdict.max_queue == queue);
  CHECK(verdict.max_waiting == waiting);
}
