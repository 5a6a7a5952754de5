// SPDX-License-Identifier: Apache-2.0
// The state of links with times while a schedule is built: free links and ports, arrivals, and the
// channels that may have something new to send.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "schedules/any/any.hpp"

namespace romcast::any {

class TimedLinks {
 public:
  /// The topology of the task must outlive this object.
  explicit TimedLinks(const Task& task)
      : topology_(task.topology),
        limit_(topology_.port_limit(task.ports)),
        link_until_(topology_.links(), 0),
        sends_until_(topology_.nodes(), 0),
        receives_until_(topology_.nodes(), 0) {}

  struct Arrival {
    NodeId node = 0;
    MessageId message = 0;
    ChannelId by = 0;
  };
  /// The events before the sends of a cycle: messages that have arrived, channels that may be free.
  struct Event {
    std::vector<Arrival> arrivals{};
    std::vector<ChannelId> channels{};
  };
  [[nodiscard]] bool over() const { return events_.empty(); }
  [[nodiscard]] std::pair<Cycle, Event> next() {
    auto event = events_.extract(events_.begin());
    return {event.key(), std::move(event.mapped())};
  }

  /// A link of the channel, on which a send may begin in `cycle`; kNone if all these links, the
  /// sender's port or the receiver's port are busy.
  [[nodiscard]] LinkId free(ChannelId channel, Cycle cycle) const {
    const Channel& c = topology_.channels()[channel];
    if (limit_.sends != kNone && sends_until_[c.from] >= cycle) return kNone;
    if (limit_.receives != kNone && receives_until_[c.to] >= cycle + c.time.latency) return kNone;
    for (LinkId link = c.first_link; link < c.first_link + c.capacity; ++link) {
      if (link_until_[link] < cycle) return link;
    }
    return kNone;
  }
  /// Begins a send; returns the cycle of the arrival.
  Cycle begin(LinkId link, MessageId message, Cycle cycle) {
    const ChannelId channel = topology_.channel_of(link);
    const Channel& c = topology_.channels()[channel];
    const Cycle arrival = cycle + c.time.delay() - 1;
    link_until_[link] = cycle + c.time.cycles - 1;
    hops_.push_back({cycle, link, message});
    events_[arrival + 1].arrivals.push_back({c.to, message, channel});
    Event& idle = events_[cycle + c.time.cycles];
    idle.channels.push_back(channel);
    if (limit_.sends != kNone) {
      sends_until_[c.from] = link_until_[link];
      for (const ChannelId other : topology_.outputs(c.from)) idle.channels.push_back(other);
    }
    if (limit_.receives != kNone) {
      receives_until_[c.to] = arrival;
      for (const ChannelId other : topology_.inputs(c.to)) {
        const std::uint32_t lead = topology_.channels()[other].time.latency;
        const Cycle then = arrival + 1 > cycle + lead ? arrival + 1 - lead : cycle + 1;
        events_[std::max(then, cycle + 1)].channels.push_back(other);
      }
    }
    return arrival;
  }
  /// Puts all channels into the event of the first cycle.
  void wake_all() {
    for (ChannelId c = 0; c < topology_.channels().size(); ++c) events_[1].channels.push_back(c);
  }
  [[nodiscard]] Hops take() { return std::move(hops_); }

 private:
  const Topology& topology_;
  const PortLimit limit_;
  std::vector<Cycle> link_until_;                    // by link: last cycle in use
  std::vector<Cycle> sends_until_, receives_until_;  // by node: last cycle in use; single-port only
  std::map<Cycle, Event> events_;
  Hops hops_;
};

/// Sorts channels and removes duplicates.
std::vector<ChannelId> distinct(std::vector<ChannelId> channels);

}  // namespace romcast::any
