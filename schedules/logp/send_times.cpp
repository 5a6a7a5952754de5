// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/send_times.hpp"

namespace romcast::logp {
namespace {

constexpr std::uint64_t kMostSearched = 64;  // largest L + 2o for which all bursts are tried

// Whether all processors may send at both of two times with this distance.
bool apart(const Machine& machine, std::uint64_t distance) {
  return distance >= machine.spacing() &&
         (distance <= machine.latency() || distance >= machine.reach());
}

bool even_fits(const Machine& machine, std::uint64_t spacing, std::uint64_t sends) {
  const std::uint64_t d = machine.latency() / spacing + 1;  // first multiple beyond L
  return d >= sends || d * spacing >= machine.reach();
}

// Whether no burst collides with another one, given that none collides with itself.
bool bursts_fit(const Machine& machine, const SendTimes& times, std::uint64_t sends) {
  const std::uint64_t length = (times.burst - 1) * times.spacing;
  for (std::uint64_t later = times.period; later < sends * times.period; later += times.period) {
    if (later >= length + std::max(machine.reach(), machine.spacing())) return true;
    for (std::uint64_t d = 0; d <= length; d += times.spacing) {
      if (!apart(machine, later + d) || later < d || !apart(machine, later - d)) return false;
    }
  }
  return true;
}

class Search {
 public:
  Search(const Machine& machine, std::uint64_t sends) : machine_(machine), sends_(sends) {
    best_ = {machine.spacing(), 1, std::max(machine.reach(), machine.spacing())};
  }

  void bursts_within_latency() {
    const std::uint64_t spacing = machine_.spacing();
    for (std::uint64_t burst = 2; burst <= machine_.latency() / spacing + 1; ++burst) {
      take({spacing, burst, (burst - 1) * spacing + machine_.reach()});
    }
  }
  void even() {
    for (std::uint64_t spacing = machine_.spacing(); spacing < machine_.reach(); ++spacing) {
      if (even_fits(machine_, spacing, sends_)) return take({spacing, sends_, 0});
    }
  }
  void all_bursts() {
    for (std::uint64_t spacing = machine_.spacing(); spacing <= machine_.reach(); ++spacing) {
      for (std::uint64_t burst = 1; burst <= sends_ && even_fits(machine_, spacing, burst);
           ++burst) {
        if (burst * spacing > 2 * machine_.reach()) break;
        best_period({spacing, burst, (burst - 1) * spacing + machine_.spacing()});
      }
    }
  }
  [[nodiscard]] const SendTimes& best() const { return best_; }

 private:
  void take(const SendTimes& times) {
    if (times.at(sends_ - 1) < best_.at(sends_ - 1)) best_ = times;
  }
  void best_period(SendTimes times) {
    while (times.at(sends_ - 1) < best_.at(sends_ - 1)) {
      if (bursts_fit(machine_, times, sends_)) return take(times);
      ++times.period;
    }
  }
  Machine machine_;
  std::uint64_t sends_;
  SendTimes best_;
};

}  // namespace

bool overheads_collide(const Machine& machine, std::uint64_t sends) {
  return !even_fits(machine, machine.spacing(), sends);
}

SendTimes send_times(const Machine& machine, std::uint64_t sends) {
  if (!overheads_collide(machine, sends)) return {machine.spacing(), sends, 0};
  Search search(machine, sends);
  search.even();
  search.bursts_within_latency();
  if (machine.reach() <= kMostSearched) search.all_bursts();
  return search.best();
}

}  // namespace romcast::logp
