// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/star_places.hpp"

#include <algorithm>

namespace romcast {

StarPlaces::StarPlaces(const Topology& star, const Collective& collective, Ports ports)
    : star_(star),
      collective_(collective),
      single_(ports.single()),
      exchanges_(!collective.multicast() && !collective.copies()),
      taken_(single_ ? star.nodes() : star.links(), 0),
      sent_(taken_.size(), 0),
      most_(star.nodes(), 0) {
  for (NodeId node = 0; node < star.nodes(); ++node) {
    const auto own = static_cast<std::uint32_t>(collective.own_messages(node));
    if (single_) taken_[node] = own;
    most_[node] = own;
  }
  for (const Channel& channel : star.channels()) {
    if (single_) break;
    const ChannelId back = star.find_channel(channel.to, channel.from);
    for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
      const bool there = back != kNone && lane < star.channels()[back].capacity;
      back_.push_back(there ? star.channels()[back].first_link + lane : kNone);
    }
  }
}

std::uint32_t StarPlaces::most() const { return std::ranges::max(most_); }

bool StarPlaces::stays(MessageId message, NodeId at) const {
  return !exchanges_ ||
         (message < collective_.message_numbers() && collective_.destination(message) != at);
}

void StarPlaces::step(std::span<const Hop> hops) {
  for (const Hop& hop : hops) {
    if (hop.message == kStartup) continue;
    sent_[single_ ? star_.channel_at(hop.link).from : hop.link] = hop.cycle;
  }
  for (const Hop& hop : hops) {
    const NodeId to = star_.channel_at(hop.link).to;
    if (hop.message == kStartup || !stays(hop.message, to)) continue;
    const LinkId from = single_ ? to : back_[hop.link];
    const bool leaves = from != kNone && sent_[from] == hop.cycle;
    if (exchanges_ && leaves) continue;
    most_[to] = std::max(most_[to], ++taken_[single_ ? to : hop.link]);
  }
}

}  // namespace romcast
