// SPDX-License-Identifier: Apache-2.0
// Which links and ports are in use, and the packets on the links, as a schedule goes by.
#pragma once

#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

class PortBook {
 public:
  PortBook(const Topology& topology, Ports ports, Timing timing);

  /// What one hop does to its link and its nodes.
  struct Use {
    Cycle begin = 0;             ///< of the hop's packet; of the hop itself without start-up
    std::uint32_t packet = 0;    ///< what `complete` takes
    bool link_taken = false;     ///< the link is busy with something else
    bool send_taken = false;     ///< the sender has no send port left
    bool receive_taken = false;  ///< the receiver has no receive port left
    bool unpaid = false;         ///< the message follows no start-up, or not in its time
  };
  /// A start-up begins on a link in this cycle.
  Use startup(Cycle cycle, LinkId link, NodeId to);
  /// A message crosses a link, to its end or to the one that the hop names; `cycle` is its last.
  Use message(Cycle cycle, LinkId link, NodeId to);
  /// Cycle in which a packet had arrived as a whole, as far as it is known by now.
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
    Cycle due = 0;  // of its next message
    std::uint32_t number = 0;
  };
  void occupy(Cycle begin, Cycle end, LinkId link, NodeId to, Use& use);
  static bool taken(PortUse& port, std::uint32_t limit, Cycle begin, Cycle end);

  const Topology& topology_;
  const PortLimit limit_;
  const Timing timing_;
  std::vector<Cycle> link_until_;          // no crossbars: there only the ports limit
  std::vector<PortUse> sends_, receives_;  // by node, where limited
  std::vector<Packet> packets_;            // by link, with start-up only
  std::vector<Cycle> packet_end_;
};

}  // namespace romcast
