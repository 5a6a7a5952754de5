// SPDX-License-Identifier: Apache-2.0
// Tracks the links and ports that are occupied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::msccl {

class Occupied {
 public:
  Occupied(const Topology& topology, Ports ports)
      : topology_(topology),
        ports_(ports),
        links_(topology.links()),
        sends_(topology.nodes()),
        receives_(topology.nodes()) {}

  /// Occupies a link of the channel, and a port at each end, for a message whose send begins in
  /// `cycle`; returns the link. If the channel has no free link, or an end no free port, occupies
  /// nothing and returns kNone.
  LinkId take(ChannelId channel, NodeId to, Cycle cycle) {
    const Channel& c = topology_.channels()[channel];
    const Cycle reception = cycle + c.time.latency;
    if (sends_[c.from].in(cycle) >= topology_.port_limit_of(c.from, ports_).sends ||
        receives_[to].in(reception) >= topology_.port_limit_of(to, ports_).receives) {
      return kNone;
    }
    const LinkId link = free(c, cycle);
    if (link == kNone) return kNone;
    taken_.push_back({link, to, links_[link], sends_[c.from], receives_[to]});
    links_[link].add(cycle, c.time.cycles);
    sends_[c.from].add(cycle, c.time.cycles);
    receives_[to].add(reception, c.time.cycles);
    return link;
  }
  /// True if no send on the channel can begin in `cycle`, whatever the receiver.
  [[nodiscard]] bool full(ChannelId channel, Cycle cycle) const {
    const Channel& c = topology_.channels()[channel];
    return sends_[c.from].in(cycle) >= topology_.port_limit_of(c.from, ports_).sends ||
           free(c, cycle) == kNone;
  }
  /// Frees the link that was taken last, and its ports.
  void give_back() {
    const Taken& last = taken_.back();
    links_[last.link] = last.of_link;
    sends_[topology_.channel_at(last.link).from] = last.of_sender;
    receives_[last.to] = last.of_receiver;
    taken_.pop_back();
  }
  /// Commits all links taken so far: give_back() no longer frees them.
  void keep() { taken_.clear(); }

 private:
  // The number of uses of a link, or of sends or receptions of a node. A use that has ended still
  // counts up to cycle `until`, in which the last of the counted uses ends.
  struct Uses {
    Cycle until = 0;
    std::uint32_t count = 0;
    [[nodiscard]] std::uint32_t in(Cycle cycle) const { return until < cycle ? 0 : count; }
    void add(Cycle begin, Cycle cycles) {
      count = in(begin) + 1;
      until = std::max(until, begin + cycles - 1);
    }
  };
  struct Taken {
    LinkId link = 0;
    NodeId to = 0;
    Uses of_link{}, of_sender{}, of_receiver{};
  };
  [[nodiscard]] LinkId free(const Channel& channel, Cycle cycle) const {
    if (topology_.crossbar()) return channel.first_link;
    for (LinkId link = channel.first_link; link < channel.first_link + channel.capacity; ++link) {
      if (links_[link].in(cycle) == 0) return link;
    }
    return kNone;
  }

  const Topology& topology_;
  const Ports ports_;
  std::vector<Uses> links_, sends_, receives_;
  std::vector<Taken> taken_;  // since the last keep()
};

}  // namespace romcast::msccl
