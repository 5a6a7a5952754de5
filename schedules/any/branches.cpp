// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/branches.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "schedules/any/timed_links.hpp"

namespace romcast::any {
namespace {

// Counted ports: hops on different channels compete for ports, so run() sorts all ready hops in
// every cycle.
class PortedLister {
 public:
  PortedLister(const Task& task, const Branches& branches)
      : topology_(task.topology),
        limit_(topology_.port_limit(task.ports)),
        branches_(branches.all),
        ready_(branches.first),
        used_(topology_.channels().size(), 0),
        sends_(topology_.nodes(), 0),
        receives_(topology_.nodes(), 0) {}

  Hops run(Cycle most) {
    for (Cycle cycle = 1; !ready_.empty(); ++cycle) {
      if (cycle > most) return {};
      std::ranges::stable_sort(ready_, std::ranges::greater{}, [&](std::size_t b) {
        return std::tuple(branches_[b].urgency, branches_[b].below, branches_[b].next.size());
      });
      later_.clear();
      fresh_.clear();
      for (const std::size_t b : ready_) take(b, cycle);
      for (const std::size_t b : fresh_) release(branches_[b].channel);
      for (const std::size_t b : fresh_) {
        later_.insert(later_.end(), branches_[b].next.begin(), branches_[b].next.end());
      }
      ready_.swap(later_);
    }
    return std::move(hops_);
  }

 private:
  void take(std::size_t b, Cycle cycle) {
    const ChannelId c = branches_[b].channel;
    const Channel& channel = topology_.channels()[c];
    if (used_[c] == channel.capacity || sends_[channel.from] == limit_.sends ||
        receives_[channel.to] == limit_.receives) {
      later_.push_back(b);
      return;
    }
    hops_.push_back(
        {.cycle = cycle, .link = channel.first_link + used_[c]++, .message = branches_[b].message});
    ++sends_[channel.from];
    ++receives_[channel.to];
    fresh_.push_back(b);
  }
  void release(ChannelId c) {
    const Channel& channel = topology_.channels()[c];
    used_[c] = 0;
    sends_[channel.from] = receives_[channel.to] = 0;
  }

  const Topology& topology_;
  const PortLimit limit_;
  const std::vector<Branch>& branches_;
  std::vector<std::size_t> ready_, later_, fresh_;
  std::vector<std::uint32_t> used_, sends_, receives_;  // uses in this cycle
  Hops hops_;
};

// A branch that waits for a channel; the most urgent is the largest.
struct Entry {
  std::int64_t urgency = 0;
  std::uint64_t further = 0, number = 0;
  std::size_t branch = 0;
  bool operator<(const Entry& other) const {
    return std::tuple(urgency, further, other.number) <
           std::tuple(other.urgency, other.further, number);
  }
};
Entry entry_of(const Branches& branches, std::size_t b, std::uint64_t number) {
  const Branch& branch = branches.all[b];
  return {branch.urgency, std::uint64_t{branch.below} << 32 | branch.next.size(), number, b};
}

// Multi-port: channels are independent, so each channel has its own queue.
class Lister {
 public:
  Lister(const Task& task, const Branches& branches)
      : topology_(task.topology), branches_(branches), queues_(topology_.channels().size()) {
    for (const std::size_t b : branches.first) put(b);
  }

  Hops run(Cycle most) {
    for (Cycle cycle = 1; waiting_ > 0; ++cycle) {
      if (cycle > most) return {};
      fresh_.clear();
      for (ChannelId c = 0; c < queues_.size(); ++c) {
        const Channel& channel = topology_.channels()[c];
        for (std::uint32_t lane = 0; lane < channel.capacity && !queues_[c].empty(); ++lane) {
          const std::size_t b = queues_[c].top().branch;
          queues_[c].pop();
          --waiting_;
          hops_.push_back({.cycle = cycle,
                           .link = channel.first_link + lane,
                           .message = branches_.all[b].message});
          fresh_.push_back(b);
        }
      }
      for (const std::size_t b : fresh_) {
        for (const std::size_t next : branches_.all[b].next) put(next);
      }
    }
    return std::move(hops_);
  }

 private:
  void put(std::size_t b) {
    queues_[branches_.all[b].channel].push(entry_of(branches_, b, number_++));
    ++waiting_;
  }

  const Topology& topology_;
  const Branches& branches_;
  std::vector<std::priority_queue<Entry>> queues_;  // by channel
  std::uint64_t number_ = 0, waiting_ = 0;
  std::vector<std::size_t> fresh_;
  Hops hops_;
};

// Links with times: run() goes from one event (an arrival, a freed link or port) to the next.
class TimedLister {
 public:
  TimedLister(const Task& task, const Branches& branches)
      : topology_(task.topology),
        branches_(branches),
        links_(task),
        queues_(topology_.channels().size()) {
    for (const std::size_t b : branches.first) put(b);
  }

  Hops run(Cycle most) {
    links_.wake_all();
    while (waiting_ > 0 || !coming_.empty()) {
      auto [cycle, event] = links_.next();
      std::vector<ChannelId> channels = std::move(event.channels);
      if (const auto came = coming_.extract(cycle)) {
        for (const std::size_t b : came.mapped()) {
          for (const std::size_t next : branches_.all[b].next) {
            put(next);
            channels.push_back(branches_.all[next].channel);
          }
        }
      }
      channels = distinct(std::move(channels));
      std::erase_if(channels, [&](ChannelId c) { return queues_[c].empty(); });
      std::ranges::stable_sort(
          channels, [&](ChannelId a, ChannelId b) { return queues_[b].top() < queues_[a].top(); });
      for (const ChannelId c : channels) {
        if (!send(c, cycle, most)) return {};
      }
    }
    return links_.take();
  }

 private:
  void put(std::size_t b) {
    queues_[branches_.all[b].channel].push(entry_of(branches_, b, number_++));
    ++waiting_;
  }
  // Sends the messages of the channel's most urgent branches on free links of the channel. Returns
  // false if a message arrives too late to make the `below` hops after its branch, one per cycle,
  // by cycle `most`; else true.
  bool send(ChannelId c, Cycle cycle, Cycle most) {
    while (!queues_[c].empty()) {
      const LinkId link = links_.free(c, cycle);
      if (link == kNone) return true;
      const std::size_t b = queues_[c].top().branch;
      const Cycle arrival = links_.begin(link, branches_.all[b].message, cycle);
      if (std::uint64_t{arrival} + branches_.all[b].below > most) return false;
      queues_[c].pop();
      --waiting_;
      coming_[arrival + 1].push_back(b);
    }
    return true;
  }

  const Topology& topology_;
  const Branches& branches_;
  TimedLinks links_;
  std::vector<std::priority_queue<Entry>> queues_;      // by channel
  std::map<Cycle, std::vector<std::size_t>> coming_{};  // by the cycle after their arrival
  std::uint64_t number_ = 0, waiting_ = 0;
};

}  // namespace

Hops list_branches(const Task& task, const Branches& branches, Cycle most) {
  const PortLimit limit = task.topology.port_limit(task.ports);
  if (task.topology.timed()) return TimedLister(task, branches).run(most);
  const bool ported = limit.sends != kNone || limit.receives != kNone;
  return ported ? PortedLister(task, branches).run(most) : Lister(task, branches).run(most);
}

}  // namespace romcast::any
