// SPDX-License-Identifier: Apache-2.0
// Tracks the links and ports in use, and the packets on the links, as hops come in order of time.
#pragma once

#include <algorithm>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

/// The link of the opposite channel that has the same lane number; with half-duplex ports only one
/// of the two links may be busy at a time. kNone if no such link exists.
LinkId opposite_link(const Topology& topology, LinkId link);

class PortBook {
 public:
  PortBook(const Topology& topology, Ports ports, Timing timing);

  /// Violations of one hop, one bit each.
  static constexpr std::uint32_t kLinkTaken = 1,  ///< the link is busy with another message
      kSendTaken = 2,                             ///< the sender has no free send port
      kReceiveTaken = 4,                          ///< the receiver has no free receive port
      kUnpaid = 8,  ///< a message lacks the start-up that it needs, or would begin before cycle 1;
                    ///< or a start-up comes although Timing::startup is 0
      kOpposed = 16,      ///< half-duplex: the link is busy in the other direction
      kSharedTaken = 32;  ///< half-duplex: the sender or the receiver has no free port
  /// The effect of one hop on its link and its nodes.
  struct Use {
    Cycle begin = 0;           ///< first cycle of the packet; without start-up, of the hop
    std::uint32_t packet = 0;  ///< argument of complete()
    std::uint32_t wrong = 0;   ///< the bits above
  };
  /// A start-up begins on a link in this cycle.
  Use startup(Cycle cycle, LinkId link, NodeId from, NodeId to);
  /// A start-up on a link; `cycle`: its first cycle.
  struct Startup {
    Cycle cycle = 0;
    LinkId link = 0;
  };
  /// Start-ups that no message has followed, unordered.
  [[nodiscard]] std::vector<Startup> unused_startups() const;
  /// Links with times: a message begins to cross a link in cycle `begin`. Returns Use::wrong; calls
  /// come in order of time.
  std::uint32_t begins(Cycle begin, LinkId link, LinkTime time, NodeId from);
  /// As begins(), for a message that has crossed its link at the end of cycle `end`.
  std::uint32_t arrives(Cycle end, LinkTime time, NodeId to);
  /// A message crosses a link to the node `to`; `cycle` is the last cycle of the crossing.
  Use message(Cycle cycle, LinkId link, NodeId from, NodeId to);
  /// Replaces message() if Timing::startup is 0 and Timing::per_message is 1; returns Use::wrong.
  std::uint32_t plain_message(Cycle cycle, LinkId link, NodeId from, NodeId to) {
    return occupy(cycle, cycle, link, from, to);
  }
  /// Cycle in which the packet's last message so far arrived.
  [[nodiscard]] Cycle complete(std::uint32_t packet) const {
    return timing_.startup > 0 ? packet_end_[packet] : packet;
  }

 private:
  struct PortUse {
    Cycle until = 0;
    std::uint32_t count = 0;
  };
  struct Packet {
    Cycle begin = 0;
    Cycle due = 0;  // last cycle of the packet's next message
    std::uint32_t number = 0;
    bool empty = false;  // a start-up without messages so far
  };
  std::uint32_t occupy(Cycle begin, Cycle end, LinkId link, NodeId from, NodeId to) {
    std::uint32_t wrong = 0;
    if (links_are_limited_) {
      Cycle& until = link_until_[link];
      wrong |= begin <= until ? kLinkTaken : 0;
      until = std::max(until, end);
      if (!opposite_.empty() && opposite_[link] != kNone) {
        wrong |= begin <= link_until_[opposite_[link]] ? kOpposed : 0;
      }
    }
    if (!limits_.empty()) return wrong | occupy_by_node(begin, end, from, to);
    if (sends_are_limited_) {
      wrong |= taken(sends_[from], limit_.sends, begin, end) ? kSendTaken : 0;
    }
    if (receives_are_limited_) {
      wrong |= taken(receives_[to], limit_.receives, begin, end) ? kReceiveTaken : 0;
    }
    return wrong;
  }
  // Does the ports' part of occupy() if both directions share ports or the limits differ by node.
  std::uint32_t occupy_by_node(Cycle begin, Cycle end, NodeId from, NodeId to) {
    const auto check = [&](std::vector<PortUse>& ports, NodeId node, std::uint32_t limit,
                           std::uint32_t bit) {
      return limit != kNone && taken(ports[node], limit, begin, end) ? bit : 0U;
    };
    const PortLimit &out = limits_[from], &in = limits_[to];
    if (!out.shared) {
      return check(sends_, from, out.sends, kSendTaken) |
             check(receives_, to, in.receives, kReceiveTaken);
    }
    return check(sends_, from, out.sends, kSharedTaken) | check(sends_, to, in.sends, kSharedTaken);
  }
  // Uses a port of a node for a hop; returns true if all `limit` ports were busy. Hops come in
  // order of time, so the latest end shows whether earlier hops still occupy ports. Hops of nodes
  // with several ports last one cycle.
  static bool taken(PortUse& port, std::uint32_t limit, Cycle begin, Cycle end) {
    port.count = begin > port.until ? 1 : port.count + 1;
    port.until = std::max(port.until, end);
    return port.count > limit;
  }

  const PortLimit limit_;
  const Timing timing_;
  const bool links_are_limited_, sends_are_limited_, receives_are_limited_;
  std::vector<Cycle> link_until_;  // empty for crossbars, where only ports are limits
  std::vector<LinkId> opposite_;   // by link, if half-duplex: opposite_link()
  std::vector<PortLimit> limits_;  // by node, if nodes differ or both directions share ports
  std::vector<PortUse> sends_, receives_;  // by node, if limited; shared ports: only sends_
  std::vector<Packet> packets_;            // by link; empty without start-ups
  std::vector<Cycle> packet_end_;
  std::vector<Startup> unused_;  // start-ups with no message before the link's next start-up
};

}  // namespace romcast
