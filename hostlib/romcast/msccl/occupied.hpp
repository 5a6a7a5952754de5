// SPDX-License-Identifier: Apache-2.0
// Tracks the links and ports that are occupied in a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::msccl {

class Occupied {
 public:
  Occupied(const Topology& topology, Ports ports)
      : topology_(topology),
        limit_(topology.port_limit(ports)),
        links_(topology.links()),
        sends_(topology.nodes()),
        receives_(topology.nodes()) {}

  /// Occupies and returns a link; kNone if none is free.
  LinkId take(ChannelId channel, NodeId to, Cycle cycle) {
    const Channel& c = topology_.channels()[channel];
    std::uint32_t& sends = in(sends_[c.from], cycle);
    std::uint32_t& receives = in(receives_[to], cycle);
    if (sends >= limit_.sends || receives >= limit_.receives) return kNone;
    for (LinkId link = c.first_link; link < c.first_link + c.capacity; ++link) {
      std::uint32_t& uses = in(links_[link], cycle);
      if (uses > 0 && !topology_.crossbar()) continue;
      ++uses;
      ++sends;
      ++receives;
      return link;
    }
    return kNone;
  }
  /// True if the channel can carry no further message in this cycle, whatever the receiver.
  [[nodiscard]] bool full(ChannelId channel, Cycle cycle) {
    const Channel& c = topology_.channels()[channel];
    if (in(sends_[c.from], cycle) >= limit_.sends) return true;
    if (topology_.crossbar()) return false;
    for (LinkId link = c.first_link; link < c.first_link + c.capacity; ++link) {
      if (in(links_[link], cycle) == 0) return false;
    }
    return true;
  }
  /// Frees a link that was taken in this cycle.
  void give_back(LinkId link, NodeId to) {
    --links_[link].uses;
    --sends_[topology_.channel_at(link).from].uses;
    --receives_[to].uses;
  }

 private:
  struct Count {
    Cycle cycle = 0;
    std::uint32_t uses = 0;
  };
  static std::uint32_t& in(Count& count, Cycle cycle) {
    if (count.cycle != cycle) count = {cycle, 0};
    return count.uses;
  }

  const Topology& topology_;
  const PortLimit limit_;
  std::vector<Count> links_, sends_, receives_;
};

}  // namespace romcast::msccl
