// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/port_book.hpp"

#include <algorithm>

namespace romcast {
namespace {

Cycle later(Cycle cycle, std::uint64_t by) {
  return static_cast<Cycle>(std::min<std::uint64_t>(cycle + by, kNone));
}

}  // namespace

PortBook::PortBook(const Topology& topology, Ports ports, Timing timing)
    : topology_(topology),
      limit_(topology.port_limit(ports)),
      timing_(timing),
      link_until_(topology.crossbar() ? 0 : topology.links(), 0),
      sends_(limit_.sends == kNone ? 0 : topology.nodes()),
      receives_(limit_.receives == kNone ? 0 : topology.nodes()),
      packets_(timing.startup > 0 ? topology.links() : 0) {}

// Hops come in order of time, so one end per port tells whether an earlier one still goes on. Where
// a node has several ports, all hops take one cycle.
bool PortBook::taken(PortUse& port, std::uint32_t limit, Cycle begin, Cycle end) {
  if (begin > port.until) port.count = 0;
  port.until = std::max(port.until, end);
  return ++port.count > limit;
}

void PortBook::occupy(Cycle begin, Cycle end, LinkId link, NodeId to, Use& use) {
  if (!link_until_.empty()) {
    use.link_taken = begin <= link_until_[link];
    link_until_[link] = std::max(link_until_[link], end);
  }
  const NodeId from = topology_.channel_at(link).from;
  if (!sends_.empty()) use.send_taken = taken(sends_[from], limit_.sends, begin, end);
  if (!receives_.empty()) use.receive_taken = taken(receives_[to], limit_.receives, begin, end);
}

PortBook::Use PortBook::startup(Cycle cycle, LinkId link, NodeId to) {
  Use use{.begin = cycle};
  if (packets_.empty()) {
    use.unpaid = true;
    return use;
  }
  occupy(cycle, later(cycle, timing_.startup - 1), link, to, use);
  packets_[link] = {.begin = cycle,
                    .due = later(cycle, std::uint64_t{timing_.startup} + timing_.per_message - 1),
                    .number = static_cast<std::uint32_t>(packet_end_.size())};
  packet_end_.push_back(cycle);
  return use;
}

PortBook::Use PortBook::message(Cycle cycle, LinkId link, NodeId to) {
  Use use{.begin = cycle >= timing_.per_message ? cycle - timing_.per_message + 1 : 1,
          .packet = cycle,
          .unpaid = cycle < timing_.per_message};
  occupy(use.begin, cycle, link, to, use);
  if (packets_.empty()) return use;
  Packet& packet = packets_[link];
  if (packet.due != cycle) {  // counts as a packet of its own from here on
    use.unpaid = true;
    packet = {.begin = use.begin, .number = static_cast<std::uint32_t>(packet_end_.size())};
    packet_end_.push_back(cycle);
  }
  packet.due = later(cycle, timing_.per_message);
  packet_end_[packet.number] = cycle;
  use.begin = packet.begin;
  use.packet = packet.number;
  return use;
}

}  // namespace romcast
