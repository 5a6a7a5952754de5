// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/combining_times.hpp"

#include <algorithm>
#include <limits>

#include "schedules/logp/pace.hpp"

namespace romcast::logp {
namespace {

constexpr std::uint64_t kMostNodes = 300'000;  // limit of the search's nodes, over all end times
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// Depth-first search for send times with which the run ends by a given time. A processor's values
// change only when a message arrives, so each send is tried only at the earliest possible time and
// at the first possible time after each arrival.
class Search {
 public:
  explicit Search(const Machine& machine) : machine_(machine) {}

  // True if all values can be combined in all processors by time `end`, by sends at times(); false
  // also if the search has reached kMostNodes.
  bool ends_by(std::uint64_t end) {
    last_send_ = end - machine_.reach();
    sends_.clear();
    return extend(0);
  }
  [[nodiscard]] bool exhausted() const { return nodes_ >= kMostNodes; }
  [[nodiscard]] std::vector<std::uint64_t> times() const {
    std::vector<std::uint64_t> times;
    for (const Send& send : sends_) times.push_back(send.time);
    return times;
  }

 private:
  struct Send {
    std::uint64_t time, values;
  };

  [[nodiscard]] std::uint64_t arrival(const Send& send) const {
    return send.time + machine_.reach();
  }
  // Number of values that a processor holds at a time: its own, and those of messages that have
  // arrived.
  [[nodiscard]] std::uint64_t held(std::uint64_t time) const {
    std::uint64_t values = 1;
    for (const Send& send : sends_) {
      if (arrival(send) <= time) values += send.values;
    }
    return values;
  }
  // First time from `time` on at which a send can begin so that its overhead overlaps no reception.
  [[nodiscard]] std::uint64_t idle_from(std::uint64_t time) const {
    const std::uint64_t o = machine_.overhead();
    for (const Send& send : sends_) {
      if (time + o > arrival(send) - o && time < arrival(send)) time = arrival(send);
    }
    return time;
  }
  // False only if sends from `time` on cannot combine all values, judged by an upper bound: each
  // send counts with the values that its sender holds at the latest time possible for the send, but
  // arrives as if it began at the earliest.
  [[nodiscard]] bool can_suffice(std::uint64_t time) const {
    if (time > last_send_) return held(kNever) >= machine_.processors;
    const std::uint64_t spacing = machine_.spacing(), more = 1 + (last_send_ - time) / spacing;
    std::vector<Send> later;
    std::uint64_t total = held(kNever);
    for (std::uint64_t i = 0; i < more; ++i) {
      const std::uint64_t latest = last_send_ - (more - 1 - i) * spacing;
      std::uint64_t values = held(latest);
      for (const Send& send : later) values += arrival(send) <= latest ? send.values : 0;
      later.push_back({time + i * spacing, values});
      total += values;
      if (total >= machine_.processors) return true;
    }
    return false;
  }

  bool extend(std::uint64_t time) {
    if (held(kNever) >= machine_.processors) return true;
    if (++nodes_ >= kMostNodes) return false;
    time = idle_from(time);
    if (!can_suffice(time) || time > last_send_) return false;
    std::vector<std::uint64_t> starts{time};
    for (const Send& send : sends_) {
      const std::uint64_t start = idle_from(arrival(send));
      if (start > starts.back() && start <= last_send_) starts.push_back(start);
    }
    for (const std::uint64_t start : starts) {
      sends_.push_back({start, held(start)});
      if (extend(start + machine_.spacing())) return true;
      sends_.pop_back();
    }
    return false;
  }

  const Machine machine_;
  std::uint64_t last_send_ = 0, nodes_ = 0;
  std::vector<Send> sends_{};
};

std::vector<std::uint64_t> at_best_pace(const Machine& machine) {
  std::uint64_t best = kNever, sends = 0, cycles = 0;
  for (const Pace& pace : paces(machine)) {
    const std::uint64_t steps =
        broadcast_time({.processors = machine.processors, .timing = {.latency = pace.latency}}) -
        pace.latency;
    if (steps * pace.cycles >= best) continue;
    best = steps * pace.cycles;
    sends = steps + 1;
    cycles = pace.cycles;
  }
  std::vector<std::uint64_t> times(sends);
  for (std::uint64_t i = 0; i < sends; ++i) times[i] = i * cycles;
  return times;
}

}  // namespace

std::vector<std::uint64_t> combining_times(const Machine& machine) {
  if (machine.processors < 2) return {};
  std::vector<std::uint64_t> times = at_best_pace(machine);
  if (machine.postal()) return times;
  Search search(machine);
  const std::uint64_t paced = times.back() + machine.reach();
  for (std::uint64_t end = broadcast_time(machine); end < paced && !search.exhausted(); ++end) {
    if (search.ends_by(end)) return search.times();
  }
  return times;
}

std::uint64_t combined_values(const std::vector<std::uint64_t>& times, std::uint64_t reach) {
  std::vector<std::uint64_t> values;
  for (const std::uint64_t time : times) {
    std::uint64_t held = 1;
    for (std::size_t i = 0; i < values.size() && times[i] + reach <= time; ++i) held += values[i];
    values.push_back(held);
  }
  std::uint64_t all = 1;
  for (const std::uint64_t value : values) all += value;
  return all;
}

}  // namespace romcast::logp
