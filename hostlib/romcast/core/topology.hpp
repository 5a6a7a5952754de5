// SPDX-License-Identifier: Apache-2.0
// A network: processors, switches and the directed channels between them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// The number of links that a node may use in one cycle.
struct Ports {
  enum class Kind { single, multi, several } kind = Kind::multi;
  /// Kind::several: maximum number of sends per cycle, and also of receptions; 2 or more. In lists
  /// of the port models that an algorithm supports: 0, which stands for every number from 2 on.
  std::uint32_t count = 0;
  /// Half-duplex: a link carries messages in one direction at a time, and a limit on a node's sends
  /// and receptions applies to their sum (with single ports: the telegraph model).
  bool half = false;
  [[nodiscard]] bool single() const { return kind == Kind::single; }
  /// The same number of ports, full-duplex.
  [[nodiscard]] Ports full() const { return {kind, count}; }
  /// "single", "multi", or for Kind::several the count ("K" if the count is 0). Half-duplex ports
  /// have the prefix "half-".
  [[nodiscard]] std::string name() const;
  bool operator==(const Ports&) const = default;
};
/// Upper limit of Ports::count.
inline constexpr std::uint32_t kMostPorts = 1024;
/// The ports with this Ports::name(); "1" is single, too. nullopt for "K" and any other text.
std::optional<Ports> find_ports(std::string_view name);

/// Fully connected networks: the fabric between the processors, a crossbar or a Benes network of
/// 2x2 switches.
enum class FabricKind : std::uint8_t { crossbar, benes };
/// "crossbar" or "benes".
std::string_view name(FabricKind kind);
std::optional<FabricKind> find_fabric(std::string_view name);

/// Maximum number of a node's links in use at a time, by direction; kNone: no limit.
struct PortLimit {
  std::uint32_t sends = kNone, receives = kNone;
  bool shared = false;  ///< `sends` limits sends and receptions together
};

/// Upper limit of the times in Timing and LinkTime, in cycles.
inline constexpr std::uint32_t kMostTime = 65535;

/// Durations of messages. In networks whose nodes forward, a packet of i messages holds its link
/// for startup + i * per_message cycles. Each message crosses in the last of its per_message
/// cycles; a packet can be forwarded when all of its messages have arrived. Crossbars are LogP
/// machines (Karp, Sahay, Santos & Schauser 1993); with several ports, the latency is the only time
/// of a crossbar, see logp_judge.hpp.
struct Timing {
  std::uint32_t startup = 0;
  std::uint32_t per_message = 1;
  std::uint32_t latency = 1;   ///< L: cycles between the sender and the receiver
  std::uint32_t overhead = 0;  ///< o: cycles that a processor spends on a send or a reception
  /// g: least number of cycles between the starts of two sends of a processor, or of two
  /// receptions.
  std::uint32_t gap = 1;
  /// Arriving messages wait in a queue, from which the receiver takes one per cycle (Theorem 3.8 of
  /// Karp et al.).
  bool buffered = false;

  /// True if every message takes one cycle; then the division into packets does not matter.
  [[nodiscard]] bool plain() const { return rounds() && !logp(); }
  /// True if there is no start-up and `per_message` is 1.
  [[nodiscard]] bool rounds() const { return startup == 0 && per_message == 1; }
  /// True if a LogP parameter differs from its default: latency 1, overhead 0, gap 1, not buffered.
  /// With these defaults, a message can be used in the cycle after its send.
  [[nodiscard]] bool logp() const { return latency != 1 || overhead != 0 || gap != 1 || buffered; }
  /// L + 2o: cycles from the beginning of a send until the message can be used.
  [[nodiscard]] std::uint32_t delay() const { return latency + 2 * overhead; }
  /// max(g, o): least number of cycles between the starts of two sends of a processor, or of two
  /// receptions.
  [[nodiscard]] std::uint32_t spacing() const { return gap > overhead ? gap : overhead; }
  /// ceil(L/g): maximum number of messages in transit from a processor, and also to a processor.
  [[nodiscard]] std::uint32_t most_in_transit() const { return (latency + gap - 1) / gap; }
  bool operator==(const Timing&) const = default;
};

/// Times of a link, in cycles. A message whose send begins in cycle t occupies the link up to cycle
/// t + (cycles - 1), and arrives at the end of cycle t + (delay() - 1).
struct LinkTime {
  std::uint32_t cycles = 1;   ///< from the beginning of a send to that of the next one
  std::uint32_t latency = 0;  ///< from the end of a send to the arrival
  [[nodiscard]] std::uint32_t delay() const { return cycles + latency; }
  bool operator==(const LinkTime&) const = default;
};

/// A directed branch: `capacity` parallel links, numbered first_link .. first_link+capacity-1.
struct Channel {
  NodeId from = 0;
  NodeId to = 0;
  LinkId first_link = 0;
  std::uint32_t capacity = 1;
  /// Fat trees: true if the channel leads towards the root. Other networks: false.
  bool up = false;
  LinkTime time{};
};

/// Option names and values that rebuild a topology, in the order in which they are printed.
using NetworkOptions = std::vector<std::pair<std::string, std::string>>;

class Group;

/// Nodes and channels of a network. Immutable once built.
class Topology {
 public:
  virtual ~Topology() = default;
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  /// "fat-tree", "star", ... as given to --network.
  [[nodiscard]] virtual std::string network() const = 0;
  /// The options that describe this instance, e.g.
  /// {{"arity","2"},{"height","3"},{"capacity","1,1,1"}}.
  [[nodiscard]] virtual NetworkOptions options() const = 0;
  /// Short unique name of a node, e.g. "p3" (processor) or "s2.1" (switch 1 of level 2).
  [[nodiscard]] virtual std::string node_name(NodeId node) const = 0;
  /// Inverse of node_name; kNone if there is no such node.
  [[nodiscard]] virtual NodeId find_node(std::string_view name) const = 0;
  /// In trees 0 for processors, 1 .. levels() for switches; in other networks 1 for all nodes.
  [[nodiscard]] virtual unsigned level(NodeId node) const = 0;
  [[nodiscard]] virtual unsigned levels() const = 0;
  /// True if every node has a store for waiting messages. Then each processor contains a switch,
  /// and forwards messages of other nodes if forwards(processor); the nodes numbered after the
  /// processors are switches without own messages.
  [[nodiscard]] virtual bool direct() const { return false; }
  /// True if some link takes more than a cycle; the network is then full-duplex, with ports single
  /// or multi.
  [[nodiscard]] bool timed() const { return timed_; }
  /// True if every processor reaches every other one directly. Then channel v stands for all links
  /// of processor v and has no fixed receiver, so each hop names its receiver (Hop::to), and only
  /// the ports limit the number of hops at a time.
  [[nodiscard]] virtual bool crossbar() const { return false; }
  /// True if the node may forward messages of others: a switch, or a processor that contains one.
  [[nodiscard]] virtual bool forwards(NodeId node) const { return direct() || !is_processor(node); }
  /// For a network of tiles, each an endpoint and a router: the network whose processors became the
  /// tiles; else nullptr.
  [[nodiscard]] virtual const Topology* tiled() const { return nullptr; }
  /// True if option "without" removed nothing, as algorithms for networks of this name assume.
  [[nodiscard]] virtual bool intact() const { return true; }
  /// Names of the processors that this network lacks: named in option "without", or disconnected.
  [[nodiscard]] virtual std::vector<std::string> cut_off() const { return {}; }
  /// Remarks for the user that are no errors, a line each.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
  /// The duration of a cycle, where links have bandwidths; 0: unknown.
  [[nodiscard]] virtual double cycle_seconds() const { return 0; }
  /// The group of a Cayley graph; nullptr for other networks.
  [[nodiscard]] virtual const Group* group() const { return nullptr; }
  /// True if the network has this port model. If not overridden, crossbars have single and counted
  /// ports, full-duplex; other networks have single and multi ports, full- and half-duplex.
  [[nodiscard]] virtual bool has(Ports ports) const {
    return (ports.single() || crossbar() == (ports.kind == Ports::Kind::several)) &&
           !(ports.half && crossbar());
  }
  /// The limits of the port model for a node of this network.
  [[nodiscard]] virtual PortLimit port_limit(Ports ports) const = 0;
  /// The limits of this node. They differ between nodes if uneven_ports(); port_limit() then gives
  /// the widest limits.
  [[nodiscard]] virtual PortLimit port_limit_of(NodeId, Ports ports) const {
    return port_limit(ports);
  }
  [[nodiscard]] virtual bool uneven_ports() const { return false; }
  /// address(): the node's address in the route field of a flit; address_bits(): the number
  /// of bits of an address. Networks whose Verilog interprets addresses override both functions.
  [[nodiscard]] virtual std::uint64_t address(NodeId node) const { return node; }
  [[nodiscard]] virtual unsigned address_bits() const;
  /// displacement(): the number of `to` relative to `from`, 0 if `to` is `from`. displaced(): the
  /// processor with that displacement from `from`. Symmetric programs store displacements, so that
  /// all nodes share one program.
  [[nodiscard]] virtual NodeId displacement(NodeId from, NodeId to) const;
  [[nodiscard]] virtual NodeId displaced(NodeId from, NodeId displacement) const;
  /// First channel of a shortest path from `at` to processor `destination` (at != destination).
  [[nodiscard]] virtual ChannelId route(NodeId at, NodeId destination) const = 0;

  [[nodiscard]] std::size_t processors() const { return processors_; }
  [[nodiscard]] std::size_t nodes() const { return outputs_begin_.size() - 1; }
  [[nodiscard]] std::size_t switches() const { return nodes() - first_switch(); }
  /// Switches are the nodes from this one on.
  [[nodiscard]] NodeId first_switch() const {
    return direct() ? 0 : static_cast<NodeId>(processors_);
  }
  [[nodiscard]] bool is_processor(NodeId node) const { return node < processors_; }
  [[nodiscard]] std::span<const Channel> channels() const { return channels_; }
  [[nodiscard]] std::size_t links() const { return channel_of_link_.size(); }
  [[nodiscard]] ChannelId channel_of(LinkId link) const { return channel_of_link_[link]; }
  [[nodiscard]] const Channel& channel_at(LinkId link) const {
    return channels_[channel_of_link_[link]];
  }
  /// The receiver of a hop on this link; `named` is Hop::to, for links without a fixed receiver.
  [[nodiscard]] NodeId end_of(LinkId link, NodeId named) const {
    const NodeId end = channel_at(link).to;
    return end == kNone ? named : end;
  }
  /// Channels that leave a node, in port order.
  [[nodiscard]] std::span<const ChannelId> outputs(NodeId node) const {
    return std::span(outputs_).subspan(outputs_begin_[node],
                                       outputs_begin_[node + 1] - outputs_begin_[node]);
  }
  /// Channels that enter a node, in port order.
  [[nodiscard]] std::span<const ChannelId> inputs(NodeId node) const {
    return std::span(inputs_).subspan(inputs_begin_[node],
                                      inputs_begin_[node + 1] - inputs_begin_[node]);
  }
  /// out_port(): index of a link among all links out of its sender, in the order of outputs();
  /// in_port(): index among all links into its receiver, in the order of inputs().
  [[nodiscard]] unsigned out_port(LinkId link) const { return out_port_[link]; }
  [[nodiscard]] unsigned in_port(LinkId link) const { return in_port_[link]; }
  /// Maximum number of links out of a node, or into one.
  [[nodiscard]] unsigned most_ports() const { return most_ports_; }
  /// The channel in the other direction; kNone if there is none.
  [[nodiscard]] ChannelId opposite(ChannelId channel) const {
    return find_channel(channels_[channel].to, channels_[channel].from);
  }
  /// Half-duplex links: maximum number of messages per cycle in a channel and its opposite
  /// together. Lane i of the channel and lane i of its opposite are the same link.
  [[nodiscard]] std::uint32_t shared_links(ChannelId channel) const;
  /// Half-duplex links: the lane of message `number` among a channel's messages of a cycle. One
  /// direction fills the lanes upwards, the other downwards, so that the directions meet only when
  /// all lanes are in use.
  [[nodiscard]] std::uint32_t shared_lane(ChannelId channel, std::uint32_t number) const;
  /// Channel from one node to another, kNone if they are no neighbours.
  [[nodiscard]] ChannelId find_channel(NodeId from, NodeId to) const;
  /// Cayley graphs: the group element by which every node is multiplied to get its neighbour at
  /// this index of outputs().
  [[nodiscard]] NodeId generator(std::size_t port) const { return channels_[outputs(0)[port]].to; }

 protected:
  Topology() = default;
  enum class PortOrder {
    by_neighbour,  ///< by the number of the node at the other end
    as_given       ///< by the order in the list of channels
  };
  /// Registers all channels, numbers the links and sorts the ports of each node.
  void set_channels(std::size_t processors, std::size_t nodes, std::vector<Channel> channels,
                    PortOrder order = PortOrder::by_neighbour);
  /// Registers the one channel of each processor of a crossbar.
  void set_crossbar(std::size_t processors);

 private:
  void number_ports();

  std::size_t processors_ = 0;
  std::vector<Channel> channels_;
  std::vector<ChannelId> channel_of_link_;
  std::vector<std::size_t> outputs_begin_{0}, inputs_begin_{0};
  std::vector<std::uint16_t> out_port_, in_port_;  // by link
  unsigned most_ports_ = 0;
  bool timed_ = false;
  std::vector<ChannelId> outputs_, inputs_;
};

}  // namespace romcast
