// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/port_book.hpp"

#include <algorithm>

namespace romcast {
namespace {

// opposite_link() of each link; empty if ports are full-duplex.
std::vector<LinkId> opposite_links(const Topology& topology, Ports ports) {
  if (!ports.half) return {};
  std::vector<LinkId> opposite(topology.links(), kNone);
  for (LinkId link = 0; link < opposite.size(); ++link) {
    opposite[link] = opposite_link(topology, link);
  }
  return opposite;
}

std::vector<PortLimit> limits_of(const Topology& topology, Ports ports) {
  std::vector<PortLimit> limits;
  if (!topology.uneven_ports() && !topology.port_limit(ports).shared) return limits;
  for (NodeId v = 0; v < topology.nodes(); ++v) limits.push_back(topology.port_limit_of(v, ports));
  return limits;
}

Cycle later(Cycle cycle, std::uint64_t by) {
  return static_cast<Cycle>(std::min<std::uint64_t>(cycle + by, kNone));
}

}  // namespace

LinkId opposite_link(const Topology& topology, LinkId link) {
  const ChannelId back = topology.opposite(topology.channel_of(link));
  if (back == kNone) return kNone;
  const std::uint32_t lane = link - topology.channel_at(link).first_link;
  const Channel& channel = topology.channels()[back];
  return lane < channel.capacity ? channel.first_link + lane : kNone;
}

PortBook::PortBook(const Topology& topology, Ports ports, Timing timing)
    : limit_(topology.port_limit(ports)),
      timing_(timing),
      links_are_limited_(!topology.crossbar()),
      sends_are_limited_(limit_.sends != kNone),
      receives_are_limited_(limit_.receives != kNone),
      link_until_(links_are_limited_ ? topology.links() : 0, 0),
      opposite_(opposite_links(topology, ports)),
      limits_(limits_of(topology, ports)),
      sends_(sends_are_limited_ || !limits_.empty() ? topology.nodes() : 0),
      receives_(receives_are_limited_ || !limits_.empty() ? topology.nodes() : 0),
      packets_(timing.startup > 0 ? topology.links() : 0) {}

PortBook::Use PortBook::startup(Cycle cycle, LinkId link, NodeId from, NodeId to) {
  Use use{.begin = cycle};
  if (packets_.empty()) {
    use.wrong |= kUnpaid;
    return use;
  }
  use.wrong = occupy(cycle, later(cycle, timing_.startup - 1), link, from, to);
  if (packets_[link].empty) unused_.push_back({packets_[link].begin, link});
  packets_[link] = {.begin = cycle,
                    .due = later(cycle, std::uint64_t{timing_.startup} + timing_.per_message - 1),
                    .number = static_cast<std::uint32_t>(packet_end_.size()),
                    .empty = true};
  packet_end_.push_back(cycle);
  return use;
}

std::uint32_t PortBook::begins(Cycle begin, LinkId link, LinkTime time, NodeId from) {
  const Cycle end = later(begin, time.cycles - 1);
  std::uint32_t wrong = begin <= link_until_[link] ? kLinkTaken : 0;
  link_until_[link] = std::max(link_until_[link], end);
  const std::uint32_t limit = limits_.empty() ? limit_.sends : limits_[from].sends;
  if (limit != kNone && taken(sends_[from], limit, begin, end)) wrong |= kSendTaken;
  return wrong;
}

std::uint32_t PortBook::arrives(Cycle end, LinkTime time, NodeId to) {
  const std::uint32_t limit = limits_.empty() ? limit_.receives : limits_[to].receives;
  if (limit == kNone) return 0;
  return taken(receives_[to], limit, end - time.cycles + 1, end) ? kReceiveTaken : 0;
}

std::vector<PortBook::Startup> PortBook::unused_startups() const {
  std::vector<Startup> unused = unused_;
  for (LinkId link = 0; link < packets_.size(); ++link) {
    if (packets_[link].empty) unused.push_back({packets_[link].begin, link});
  }
  return unused;
}

PortBook::Use PortBook::message(Cycle cycle, LinkId link, NodeId from, NodeId to) {
  Use use{.begin = cycle >= timing_.per_message ? cycle - timing_.per_message + 1 : 1,
          .packet = cycle,
          .wrong = cycle < timing_.per_message ? kUnpaid : 0U};
  use.wrong |= occupy(use.begin, cycle, link, from, to);
  if (packets_.empty()) return use;
  Packet& packet = packets_[link];
  if (packet.due != cycle) {  // this message begins a separate packet
    use.wrong |= kUnpaid;
    packet = {.begin = use.begin, .number = static_cast<std::uint32_t>(packet_end_.size())};
    packet_end_.push_back(cycle);
  }
  packet.due = later(cycle, timing_.per_message);
  packet.empty = false;
  packet_end_[packet.number] = cycle;
  use.begin = packet.begin;
  use.packet = packet.number;
  return use;
}

}  // namespace romcast
