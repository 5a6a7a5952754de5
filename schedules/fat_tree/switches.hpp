// SPDX-License-Identifier: Apache-2.0
// The three kinds of fat-tree switch, as the plan sees them. Each has
//   send(node, out)         sends the messages that leave in this cycle; false if nothing can leave
//                           until a message or a credit arrives
//   receive(node, arrival)  stores a message that arrives, at the end of the cycle
// and mirrors the Verilog module in rtl/fat_tree with which the comment of its class begins.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "romcast/core/tree_rules.hpp"
#include "schedules/fat_tree/fifo.hpp"
#include "schedules/fat_tree/shape.hpp"

namespace romcast {

/// A message with its header `route`: its destination (TreeRoute::unicast), its turn digits
/// (TreeRoute::turn, see Injection::turn), or unused.
struct Flit {
  MessageId message = 0;
  std::uint32_t route = 0;
};

/// A flit on a channel in a cycle.
struct FlitArrival {
  ChannelId channel = 0;
  Flit flit;
};

/// Collects the sends of one cycle.
class Outbox {
 public:
  void open(Cycle cycle, std::vector<Hop>& hops) {
    cycle_ = cycle;
    hops_ = &hops;
    arrivals_.clear();
  }
  void send(const Channel& channel, ChannelId number, std::uint32_t lane, Flit flit) {
    hops_->push_back({cycle_, channel.first_link + lane, flit.message});
    arrivals_.push_back({number, flit});
  }
  [[nodiscard]] const std::vector<FlitArrival>& arrivals() const { return arrivals_; }

 private:
  Cycle cycle_ = 0;
  std::vector<Hop>* hops_ = nullptr;
  std::vector<FlitArrival> arrivals_;
};

/// Ports of a switch: children 0..k-1, then the parent.
class TreePorts {
 public:
  /// Stands for the port of a processor's own messages, if processors are switches, too.
  static constexpr unsigned kOwn = kNone;

  TreePorts(const Topology& topology, TreeRoute route)
      : shape_(topology), route_(route), bits_(digit_bits(shape_.children(shape_.root()))) {}

  [[nodiscard]] const TreeShape& shape() const { return shape_; }
  [[nodiscard]] const Channel& channel(ChannelId c) const {
    return shape_.topology().channels()[c];
  }
  [[nodiscard]] unsigned parent_port(NodeId v) const { return shape_.children(v); }
  [[nodiscard]] ChannelId channel_to(NodeId v, unsigned port) const {
    return port == parent_port(v) ? shape_.up(v) : shape_.down(v, port);
  }
  [[nodiscard]] unsigned port_from(const Channel& channel) const {
    return shape_.parent(channel.to) == channel.from ? parent_port(channel.to)
                                                     : shape_.own_port(channel.from);
  }

  /// The ports by which a message with header `route` from port `from` leaves switch v: bit p is
  /// port p. TreeRoute::turn and TreeRoute::top are for fat trees only.
  [[nodiscard]] std::uint32_t mask(NodeId v, unsigned from, std::uint32_t route) const {
    const unsigned k = parent_port(v);
    const bool root = v == shape_.root();
    const std::uint32_t children = (1U << k) - 1, up = root || from == k ? 0 : 1U << k;
    switch (route_) {
      case TreeRoute::unicast:
        return 1U << shape_.port_towards(v, route);
      case TreeRoute::flood:
        return from == kOwn ? children | up : (children | up) & ~(1U << from);
      case TreeRoute::top:
        return root || from == k ? children : up;
      case TreeRoute::turn:
        break;
    }
    if (from == k) return children;
    const std::uint32_t digits = route >> (bits_ * (shape_.level(v) - 1));
    const unsigned turn = digits & ((1U << bits_) - 1);
    const std::uint32_t down = turn == 0 ? 0 : 1U << ((from + k - turn) % k);
    return down | (digits >> bits_ != 0 ? up : 0);
  }

 private:
  TreeShape shape_;
  TreeRoute route_;
  unsigned bits_;
};

/// fat_tree_switch_multi: a queue per outgoing channel; each queue sends on all lanes of its
/// channel.
class MultiSwitches {
 public:
  explicit MultiSwitches(const TreePorts& ports)
      : ports_(ports), queues_(ports.shape().topology().channels().size()) {}

  bool send(NodeId v, Outbox& out) {
    bool more = false;
    for (const ChannelId c : ports_.shape().topology().outputs(v)) {
      const Channel& channel = ports_.channel(c);
      Fifo<Flit>& queue = queues_[c];
      for (std::uint32_t lane = 0; lane < channel.capacity && !queue.empty(); ++lane) {
        out.send(channel, c, lane, queue.front());
        queue.pop();
      }
      more |= !queue.empty();
    }
    return more;
  }

  void receive(NodeId v, const FlitArrival& arrival) {
    take(v, ports_.port_from(ports_.channel(arrival.channel)), arrival.flit);
  }
  /// Queues a message that came through port `from` (TreePorts::kOwn: a message of v's processor).
  void take(NodeId v, unsigned from, Flit flit) {
    for (auto mask = ports_.mask(v, from, flit.route); mask != 0; mask &= mask - 1) {
      queues_[ports_.channel_to(v, std::countr_zero(mask))].push(flit);
    }
  }

  static bool may_inject(NodeId) { return true; }
  template <class Wake>
  void end_cycle(Wake) {}

 private:
  const TreePorts& ports_;
  std::vector<Fifo<Flit>> queues_;  // by channel
};

/// fat_tree_switch_single: one send per cycle. The oldest message that goes up has priority. If no
/// message goes up, the oldest message that goes down is sent to the lowest child to which this
/// message must still go.
class SingleSwitches {
 public:
  explicit SingleSwitches(const TreePorts& ports)
      : ports_(ports), queues_(ports.shape().topology().nodes()) {}

  bool send(NodeId v, Outbox& out) {
    auto& [up, down] = queues_[v];
    if (!up.empty()) {
      put(v, ports_.parent_port(v), up.front(), out);
      up.pop();
    } else if (!down.empty()) {
      Down& oldest = down.front();
      put(v, std::countr_zero(oldest.children), oldest.flit, out);
      oldest.children &= oldest.children - 1;
      if (oldest.children == 0) down.pop();
    }
    return !up.empty() || !down.empty();
  }

  void receive(NodeId v, const FlitArrival& arrival) {
    take(v, ports_.port_from(ports_.channel(arrival.channel)), arrival.flit);
  }
  /// Queues a message that came through port `from` (TreePorts::kOwn: a message of v's processor).
  void take(NodeId v, unsigned from, Flit flit) {
    const std::uint32_t mask = ports_.mask(v, from, flit.route);
    const std::uint32_t up = 1U << ports_.parent_port(v);
    if ((mask & up) != 0) queues_[v].up.push(flit);
    if ((mask & ~up) != 0) queues_[v].down.push({flit, mask & ~up});
  }

  static bool may_inject(NodeId) { return true; }
  template <class Wake>
  void end_cycle(Wake) {}

 private:
  struct Down {
    Flit flit;
    std::uint32_t children = 0;  // still to be served
  };
  struct Queues {
    Fifo<Flit> up;
    Fifo<Down> down;
  };

  void put(NodeId v, unsigned port, Flit flit, Outbox& out) {
    const ChannelId c = ports_.channel_to(v, port);
    out.send(ports_.channel(c), c, 0, flit);
  }

  const TreePorts& ports_;
  std::vector<Queues> queues_;
};

/// fat_tree_switch_credit: one send per cycle, two slots per port. A send to a neighbouring switch
/// needs a credit, which stands for a free slot of that switch.
class CreditSwitches {
 public:
  explicit CreditSwitches(const TreePorts& ports)
      : ports_(ports),
        inputs_(ports.shape().topology().channels().size()),
        credits_(ports.shape().topology().channels().size(), kCreditPlaces) {}

  bool send(NodeId v, Outbox& out) {
    const unsigned k = ports_.parent_port(v);
    const std::uint32_t up = 1U << k;
    unsigned down_port = kNone, down_mask = 0;
    // A message that goes up from the lowest child has priority, then one from the parent, then one
    // that goes down from the lowest child.
    for (unsigned port = 0; port < k; ++port) {
      const std::uint32_t mask = eligible(v, port);
      if (mask == up) return forward(v, port, mask, out);
      if (mask != 0 && down_port == kNone) down_port = port, down_mask = mask;
    }
    if (v != ports_.shape().root()) {
      if (const std::uint32_t mask = eligible(v, k); mask != 0) return forward(v, k, mask, out);
    }
    return down_port != kNone && forward(v, down_port, down_mask, out);
  }

  void receive(NodeId v, const FlitArrival& arrival) {
    Input& input = inputs_[arrival.channel];
    const unsigned from = ports_.port_from(ports_.channel(arrival.channel));
    input.mask[input.count] = ports_.mask(v, from, arrival.flit.route);
    input.place[input.count++] = arrival.flit;
  }

  /// Takes a free slot of the processor's switch; false if there is none.
  bool may_inject(NodeId processor) {
    std::uint8_t& credit = credits_[ports_.shape().up(processor)];
    if (credit == 0) return false;
    --credit;
    return true;
  }

  /// Gives back a credit per slot that was freed in this cycle, and wakes the node that gets it.
  template <class Wake>
  void end_cycle(Wake wake) {
    for (const ChannelId c : freed_) {
      ++credits_[c];
      wake(ports_.channel(c).from);
    }
    freed_.clear();
  }

 private:
  struct Input {
    std::array<Flit, kCreditPlaces> place;
    std::array<std::uint32_t, kCreditPlaces> mask{};
    std::uint8_t count = 0;
  };

  [[nodiscard]] ChannelId channel_from(NodeId v, unsigned port) const {
    const TreeShape& shape = ports_.shape();
    if (port != ports_.parent_port(v)) return shape.up(shape.child(v, port));
    return shape.down(shape.parent(v), shape.own_port(v));
  }

  [[nodiscard]] std::uint32_t eligible(NodeId v, unsigned port) const {
    const Input& input = inputs_[channel_from(v, port)];
    if (input.count == 0) return 0;
    const unsigned to = std::countr_zero(input.mask[0]);
    const bool to_leaf = ports_.shape().level(v) == 1 && to != ports_.parent_port(v);
    return to_leaf || credits_[ports_.channel_to(v, to)] > 0 ? input.mask[0] : 0;
  }

  bool forward(NodeId v, unsigned port, std::uint32_t mask, Outbox& out) {
    const ChannelId in = channel_from(v, port);
    const ChannelId c = ports_.channel_to(v, std::countr_zero(mask));
    Input& input = inputs_[in];
    out.send(ports_.channel(c), c, 0, input.place[0]);
    input.place[0] = input.place[1];
    input.mask[0] = input.mask[1];
    --input.count;
    freed_.push_back(in);
    if (ports_.shape().level(v) > 1 || c == ports_.shape().up(v)) --credits_[c];
    return true;
  }

  const TreePorts& ports_;
  std::vector<Input> inputs_;          // by incoming channel
  std::vector<std::uint8_t> credits_;  // by outgoing channel
  std::vector<ChannelId> freed_;
};

}  // namespace romcast
