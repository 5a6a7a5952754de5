// SPDX-License-Identifier: Apache-2.0
// Checks schedules for LogP machines message by message, directly by the definition of LogP; shares
// no code with the judge. Small and slow on purpose.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"

namespace romcast::test {

struct LogpCase {
  std::string algorithm;
  CollectiveKind collective = CollectiveKind::broadcast;
  std::uint32_t processors = 2, latency = 1, overhead = 0, gap = 1, messages = 1;
  NodeId source = 0;
  Options options{};
};

inline Problem problem_of(const LogpCase& c) {
  Problem problem{std::make_shared<Complete>(c.processors),
                  Collective(c.collective, c.processors, c.source, c.messages),
                  Ports{Ports::Kind::single}, c.options};
  problem.timing.latency = c.latency;
  problem.timing.overhead = c.overhead;
  problem.timing.gap = c.gap;
  return problem;
}

inline std::vector<Hop> all_hops(const Plan& plan) {
  std::vector<Hop> all, hops;
  const auto schedule = plan.open();
  for (Cycle last = 0; schedule->next(hops);) {
    for (const Hop& hop : hops) {
      if (hop.cycle != hops.front().cycle || hop.cycle <= last) return {};
    }
    last = hops.front().cycle;
    all.insert(all.end(), hops.begin(), hops.end());
  }
  return all;
}

/// The result of a check: the time at which everything is done, or the error.
struct Checked {
  std::uint64_t time = 0;
  std::string wrong{};
  /// Broadcasts: most cycles from a message's first send to its last reception.
  std::uint64_t longest_item = 0;
  /// Buffered machines: most messages in a queue.
  std::uint64_t queue = 0;
};

using Span = std::pair<std::uint64_t, std::uint64_t>;  // [begin, end)

/// Start times of a processor's sends and receptions, and the spans in which it is busy with them.
struct Book {
  std::vector<std::uint64_t> sends, receives;
  std::vector<Span> busy;
};

inline bool spaced(std::vector<std::uint64_t> starts, std::size_t apart, std::uint64_t least) {
  std::ranges::sort(starts);
  for (std::size_t i = apart; i < starts.size(); ++i) {
    if (starts[i] - starts[i - apart] < least) return false;
  }
  return true;
}

inline bool disjoint(std::vector<Span> spans) {
  std::ranges::sort(spans);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].first < spans[i - 1].second) return false;
  }
  return true;
}

/// Checks gaps, overheads and the capacity, but not the gaps and the capacity of receptions on a
/// buffered machine. Returns the first error, "" if there is none.
inline std::string check_books(const LogpCase& c, const std::map<NodeId, Book>& books,
                               bool buffered = false) {
  const std::uint64_t spacing = std::max({c.gap, c.overhead, 1U});
  const std::uint64_t capacity = (c.latency + c.gap - 1) / c.gap;
  for (const auto& [processor, book] : books) {
    const std::string who = "p" + std::to_string(processor);
    if (!spaced(book.sends, 1, spacing)) return who + " sends too often";
    if (!disjoint(book.busy)) return who + " does two things at a time";
    if (!spaced(book.sends, capacity, c.latency)) return who + " has too much on the way from it";
    if (buffered) continue;
    if (!spaced(book.receives, 1, spacing)) return who + " receives too often";
    if (!spaced(book.receives, capacity, c.latency)) return who + " has too much on the way to it";
  }
  return "";
}

inline Book& note_message(const LogpCase& c, const Hop& hop, std::map<NodeId, Book>& books) {
  const std::uint64_t sent = hop.cycle - 1, received = sent + c.overhead + c.latency;
  Book& from = books[hop.link];
  from.sends.push_back(sent);
  if (c.overhead > 0) from.busy.emplace_back(sent, sent + c.overhead);
  Book& to = books[hop.to];
  to.receives.push_back(received);
  if (c.overhead > 0) to.busy.emplace_back(received, received + c.overhead);
  return to;
}

/// Checks a collective that moves messages. Only a message with one destination may pass through
/// processors that do not want it.
inline Checked check_moves(const LogpCase& c, const std::vector<Hop>& hops) {
  const Collective collective(c.collective, c.processors, c.source, c.messages);
  std::map<std::pair<MessageId, NodeId>, std::uint64_t> known;
  std::map<MessageId, std::uint64_t> first;
  std::map<NodeId, Book> books;
  std::uint64_t delivered = 0;
  Checked result;
  const std::uint64_t delay = c.latency + 2 * c.overhead;
  for (const Hop& hop : hops) {
    const std::uint64_t sent = hop.cycle - 1;
    const auto key = std::pair(hop.message, hop.to);
    if (hop.link == hop.to || hop.message >= collective.message_numbers()) {
      return {0, "no such message"};
    }
    if (collective.origin(hop.message) != hop.link) {
      const auto has = known.find({hop.message, hop.link});
      if (has == known.end() || has->second > sent) return {0, "sent before it is there"};
    }
    if (collective.origin(hop.message) == hop.to || known.contains(key)) {
      return {0, "received twice"};
    }
    const bool wanted = collective.wants(hop.message, hop.to);
    if (!wanted && collective.destination(hop.message) == kNone) return {0, "not wanted"};
    known[key] = sent + delay;
    delivered += wanted ? 1 : 0;
    result.time = std::max(result.time, sent + delay);
    first.emplace(hop.message, sent);
    result.longest_item = std::max(result.longest_item, sent + delay - first[hop.message]);
    note_message(c, hop, books);
  }
  if (delivered != collective.expected_deliveries()) return {0, "not all received"};
  result.wrong = check_books(c, books);
  return result;
}

/// Checks a reduce, allreduce or reduce-scatter: counts how often each processor's operand is in
/// each partial sum. In each sum that is a result of the collective, each operand must occur once.
/// A complete sum that arrives replaces the receiver's partial one.
inline Checked check_combining(const LogpCase& c, const std::vector<Hop>& hops) {
  using Counts = std::vector<std::uint8_t>;
  const bool scatters = c.collective == CollectiveKind::reduce_scatter;
  const std::uint32_t n = c.processors, values = c.messages * (scatters ? n : 1);
  std::map<std::pair<MessageId, NodeId>, Counts> held;
  for (MessageId v = 0; v < values; ++v) {
    for (NodeId p = 0; p < n; ++p) (held[{v, p}] = Counts(n, 0))[p] = 1;
  }
  std::multimap<std::uint64_t, std::pair<std::pair<MessageId, NodeId>, Counts>> coming;
  std::map<NodeId, Book> books;
  Checked result;
  const auto arrive = [&](std::uint64_t now) {
    while (!coming.empty() && coming.begin()->first <= now) {
      auto& [where, counts] = coming.begin()->second;
      Counts& has = held[where];
      if (std::ranges::count(counts, 1) == n) has = Counts(n, 0);
      for (NodeId v = 0; v < n; ++v) has[v] = static_cast<std::uint8_t>(has[v] + counts[v]);
      coming.erase(coming.begin());
    }
  };
  for (const Hop& hop : hops) {
    const std::uint64_t sent = hop.cycle - 1, there = sent + c.latency + 2 * c.overhead;
    arrive(sent);
    if (hop.message >= 2 * values || hop.link == hop.to) return {0, "no such message"};
    Counts counts = held[{hop.message % values, hop.link}];
    if (hop.message >= values) counts[hop.link] = 0;
    if (std::ranges::count(counts, 0) == n) return {0, "nothing to send"};
    coming.emplace(there, std::pair(std::pair(hop.message % values, hop.to), counts));
    result.time = std::max(result.time, there);
    note_message(c, hop, books);
  }
  arrive(result.time);
  for (const auto& [where, counts] : held) {
    const auto& [value, processor] = where;
    if (c.collective == CollectiveKind::reduce && processor != c.source) continue;
    if (scatters && processor != value / c.messages) continue;
    if (std::ranges::count(counts, 1) != n) return {0, "not every value once"};
  }
  result.wrong = check_books(c, books);
  return result;
}

inline Checked run(const LogpCase& c) {
  const Problem problem = problem_of(c);
  const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
  const auto hops = all_hops(algorithm.build(problem));
  return combines(c.collective) ? check_combining(c, hops) : check_moves(c, hops);
}

inline Theory theory_of(const LogpCase& c) {
  const Problem problem = problem_of(c);
  return find_algorithm(c.algorithm, problem).predict(problem);
}

// The labels of the P nodes of the optimal tree, ascending: the time at which each node has the
// item. The last label is B(P). As in the definition of the universal tree, adds P - 1 children,
// each time the earliest possible one.
inline std::vector<std::uint64_t> labels(std::uint32_t processors, std::uint64_t delay,
                                         std::uint64_t spacing) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> next;
  next.push(0);
  std::vector<std::uint64_t> result{0};
  while (result.size() < processors) {
    const std::uint64_t sent = next.top();
    next.pop();
    next.push(sent + spacing);
    result.push_back(sent + delay);
    next.push(sent + delay);
  }
  return result;
}

// B(N), N = `receivers`: the steps until N receivers have an item, counted from the first one's
// reception. Each receiver that had the item L steps ago adds a receiver per step.
inline std::uint64_t time_of(std::uint64_t receivers, std::uint64_t latency) {
  std::vector<std::uint64_t> have{1};
  while (have.back() < receivers) {
    const std::size_t t = have.size();
    have.push_back(have.back() + (t < latency ? 0 : have[t - latency]));
  }
  return have.size() - 1;
}

}  // namespace romcast::test
