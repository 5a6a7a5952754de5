// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/booking.hpp"

namespace romcast::any {

Booking::Booking(const Topology& topology, Ports ports)
    : topology_(topology), half_(ports.half), shared_(topology.port_limit(ports).shared) {
  for (const Channel& channel : topology.channels()) links_.emplace_back(channel.capacity);
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    const PortLimit limit = topology.port_limit_of(v, ports);
    sends_.emplace_back(limit.sends);
    receives_.emplace_back(limit.receives);
  }
}

bool Booking::free(ChannelId channel, Cycle cycle) const {
  const Channel& c = topology_.channels()[channel];
  const std::vector<Uses>& receptions = shared_ ? sends_ : receives_;
  if (!links_[channel].free(cycle) || !sends_[c.from].free(cycle) ||
      !receptions[c.to].free(cycle)) {
    return false;
  }
  if (!half_) return true;
  const ChannelId back = topology_.opposite(channel);
  return back == kNone ||
         links_[channel].taken(cycle) + links_[back].taken(cycle) < topology_.shared_links(channel);
}

Hop Booking::place(ChannelId channel, MessageId message, Cycle since) {
  Cycle cycle = since + 1;
  while (!free(channel, cycle)) ++cycle;
  return take(channel, message, cycle);
}

Hop Booking::keep(const Hop& hop) {
  return take(topology_.channel_of(hop.link), hop.message, hop.cycle);
}

Hop Booking::take(ChannelId channel, MessageId message, Cycle cycle) {
  const Channel& c = topology_.channels()[channel];
  const std::uint32_t number = links_[channel].taken(cycle);
  const LinkId link = c.first_link + (half_ ? topology_.shared_lane(channel, number) : number);
  links_[channel].take(cycle);
  sends_[c.from].take(cycle);
  receptions()[c.to].take(cycle);
  return {.cycle = cycle, .link = link, .message = message};
}

}  // namespace romcast::any
