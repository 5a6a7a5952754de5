// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/booking.hpp"

namespace romcast::any {

Booking::Booking(const Topology& topology, Ports ports) : topology_(topology) {
  const PortLimit limit = topology.port_limit(ports);
  for (const Channel& channel : topology.channels()) links_.emplace_back(channel.capacity);
  sends_.assign(topology.nodes(), Uses(limit.sends));
  receives_.assign(topology.nodes(), Uses(limit.receives));
}

Hop Booking::place(ChannelId channel, MessageId message, Cycle since) {
  const Channel& c = topology_.channels()[channel];
  const Uses& links = links_[channel];
  Cycle cycle = since + 1;
  while (!links.free(cycle) || !sends_[c.from].free(cycle) || !receives_[c.to].free(cycle)) ++cycle;
  return take(channel, message, cycle);
}

Hop Booking::keep(const Hop& hop) {
  return take(topology_.channel_of(hop.link), hop.message, hop.cycle);
}

Hop Booking::take(ChannelId channel, MessageId message, Cycle cycle) {
  const Channel& c = topology_.channels()[channel];
  const LinkId link = c.first_link + links_[channel].taken(cycle);
  links_[channel].take(cycle);
  sends_[c.from].take(cycle);
  receives_[c.to].take(cycle);
  return {.cycle = cycle, .link = link, .message = message};
}

}  // namespace romcast::any
