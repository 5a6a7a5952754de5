// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/reversed.hpp"

#include <algorithm>

#include "schedules/any/timed.hpp"

namespace romcast::any {

Reversed::Reversed(const Topology& topology) : topology_(topology) {
  std::vector<Channel> channels(topology.channels().begin(), topology.channels().end());
  for (Channel& c : channels) std::swap(c.from, c.to);
  set_channels(topology.processors(), topology.nodes(), std::move(channels));
}

void turn_round(Hops& hops) {
  const Cycle last = cycles_of(hops);
  std::ranges::reverse(hops);
  for (Hop& hop : hops) hop.cycle = last + 1 - hop.cycle;
}

void turn_round(const Topology& topology, Hops& hops) {
  const Cycle last = last_arrival(topology, hops);
  std::ranges::reverse(hops);
  for (Hop& hop : hops) {
    hop.cycle = last + 2 - hop.cycle - topology.channel_at(hop.link).time.delay();
  }
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
}

}  // namespace romcast::any
