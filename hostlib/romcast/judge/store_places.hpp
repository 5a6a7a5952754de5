// SPDX-License-Identifier: Apache-2.0
// The number of slots that a schedule occupies in the stores of rtl/direct, counted from the hops
// in the same manner as the hardware's high-water marks. The judge counts the messages in a node;
// here a free slot can be reused only by the message that the store's policy assigns to it.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/crossings.hpp"
#include "romcast/core/paged.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/intervals.hpp"

namespace romcast {

/// The largest numbers of messages that pass through a node, at the end of a cycle (`most`) and
/// after a cycle's sends (`most_waiting`). A message passes if it arrived over a link and the node
/// still has to send it. Own messages do not count.
struct Occupancy {
  std::uint32_t most = 0, most_waiting = 0;
};

/// Slots that the nodes of a range need; each figure is the maximum over these nodes.
struct StoreNeeds {
  std::uint32_t store = 0;  ///< single-port: of the store
  std::uint32_t own = 0;    ///< multi-port: of the bank of own messages
  std::uint32_t link = 0;   ///< multi-port: of a link's bank that fills in the order of arrival
  std::uint32_t ring = 0;   ///< multi-port: of a link's bank, if all banks are rings of one size
  std::optional<std::uint32_t> bank_occupancy{};  ///< most messages in one link's bank;
                                                  ///< nullopt: too many to follow
};

/// Stores that are filled in the order of arrival, as in nodes with ROMs or the level rule: one
/// store per node (single-port), or a bank per link and one for own messages (multi-port). If the
/// port at which a unicast message arrives (in a single-port node: any port) sends a message in the
/// same cycle, the arriving message takes the slot number of the message sent. If this slot is
/// occupied in the bank of the arriving message, all banks become rings.
class StorePlaces {
 public:
  /// `network` and `collective` must outlive this object. `here`: owned nodes, one flag per node;
  /// empty: all.
  StorePlaces(const Topology& network, const Collective& collective, Ports ports,
              std::vector<char> here = {});
  /// Counts all hops of the next cycle that has hops; their links must be those of the network.
  void step(std::span<const Hop> hops);
  /// Counts the hops that are still on their links; to be called once, after the last step().
  void finish();
  /// Slots of the fullest store or bank of all nodes.
  [[nodiscard]] std::uint32_t most() const;
  /// For each node: slots filled in its store or, multi-port, in its fullest bank of a link.
  /// `rings`: true if banks are rings, which use all their slots in turn.
  [[nodiscard]] std::vector<std::uint32_t> by_node(bool rings) const;
  /// The needs of the nodes [begin, end).
  [[nodiscard]] StoreNeeds needs(NodeId begin, NodeId end) const;
  /// The messages that pass through a node; nullopt if they were too many to follow.
  [[nodiscard]] std::optional<Occupancy> occupancy(NodeId node) const;
  /// The most messages at a time that came over a link and pass through its receiver; nullopt as in
  /// occupancy().
  [[nodiscard]] std::optional<std::uint32_t> occupancy_of_link(LinkId link) const;
  /// Slots that the bank of a link needs or, if `rings` (requires can_ring()), would need if this
  /// bank alone were a ring. 0 in single-port nodes, which have no banks.
  [[nodiscard]] std::uint32_t slots_of_link(LinkId link, bool rings) const;
  /// True if nodes have a high-water mark of their occupancy. For multicasts they have none, as
  /// nodes do not know which send is the last.
  [[nodiscard]] bool marked() const { return moves_; }
  /// True if banks can be rings.
  [[nodiscard]] bool can_ring() const { return own_banks_; }
  /// True if the banks must be rings.
  [[nodiscard]] bool rings() const { return rings_; }

  /// The counts of the owned nodes, for add_part().
  [[nodiscard]] std::vector<std::uint64_t> counts() const;
  /// Merges the counts() of another rank into this object.
  void add_part(std::span<const std::uint64_t> counts);

 private:
  // Location of a unicast message that arrived over a link.
  struct Kept {
    NodeId node = kNone;
    LinkId bank = kNone;        // the link of its arrival
    std::uint32_t number = 0;   // its slot in the bank
    std::uint32_t arrival = 0;  // number of earlier arrivals in the bank
    bool passes = true;         // it has not been sent yet
  };

  // Messages that pass through a node, or those of them that arrived on one link.
  struct Fill {
    std::uint32_t count = 0, most = 0, most_waiting = 0;
    Cycle settled = 0;  // last cycle whose waiting messages were counted
    void enter(Cycle cycle) {
      settle(cycle);
      most = std::max(most, ++count);
    }
    // Records that the messages wait in every cycle up to `cycle`.
    void settle(Cycle cycle) {
      if (settled >= cycle) return;
      most_waiting = std::max(most_waiting, count);
      settled = cycle;
    }
  };

  // A multicast message in a node. `since`: cycle of its arrival or, if it was sent, of its last
  // send.
  struct Stay {
    Cycle since = 0;
    LinkId bank = 0;
    bool sent = false;
  };

  void see(std::span<const Hop> sends, std::span<const Hop> arrivals);
  void pass_on(std::span<const Hop> hops);
  void enter(const Hop& hop, NodeId to);
  void send_on(const Hop& hop, NodeId from);
  [[nodiscard]] bool stays(MessageId message, NodeId at) const;
  [[nodiscard]] bool known(MessageId message) const {
    return message < collective_.message_numbers();
  }
  [[nodiscard]] bool here(NodeId node) const { return here_.empty() || here_[node] != 0; }
  void stay(std::span<const Hop> hops);
  void leave(const Hop& hop);
  void keep(const Hop& hop, NodeId to, bool exchange);

  const Topology& network_;
  const Collective& collective_;
  Crossings crossings_;
  const std::vector<char> here_;
  const bool single_;
  const bool exchanges_;              // an arrival takes the slot of a message that leaves
  const bool own_banks_;              // multi-port, and messages leave their slots
  const bool moves_;                  // a message leaves its node when it is sent
  std::vector<LinkId> paired_;        // by link into a port: the link out of that port, or kNone
  std::vector<std::uint32_t> taken_;  // by node (single-port) or by link: slots given out
  std::vector<Cycle> sent_;           // by node (single-port) or by link: last cycle of a send
  std::vector<std::uint32_t> most_;   // by node: slots of its store or of its fullest bank
  std::vector<Fill> fills_;           // by node
  std::vector<Fill> banks_;           // by link
  Paged<Kept> kept_;                  // by message, if it moves
  // The next five members are used for multicasts, as only later cycles show whether a send is a
  // node's last send of a message.
  std::unordered_map<std::uint64_t, Stay> stays_;  // by node and message
  std::vector<Intervals> passes_, waits_;          // by node
  std::vector<Intervals> link_passes_;             // by link
  bool followed_ = true;                           // false: too many messages to follow
  // The members below are used only with own_banks_.
  std::vector<std::uint32_t> sent_from_;  // by link: slot of the last message sent over it
  std::vector<std::uint32_t> own_sent_;   // by node: own messages sent
  std::vector<std::vector<bool>> full_;   // by link: which slots of its bank are full
  std::vector<std::uint32_t> arrived_;    // by link: arrivals in its bank
  std::vector<std::uint32_t> reach_;      // by link: slots that its bank has used
  std::vector<std::uint32_t> rings_of_;   // by link: slots that suffice if its bank is a ring
  std::uint32_t ring_ = 1;                // slots that suffice for every ring
  bool rings_ = false;
};

}  // namespace romcast
