// SPDX-License-Identifier: Apache-2.0
// The kinds of Holders as final classes, so that link_judge.cpp can inline them. `expect`
// prefetches the entries of a hop that will be judged soon.
#pragma once

#include <memory>
#include <vector>

#include "romcast/judge/judge_holders.hpp"
#include "romcast/judge/judge_tables.hpp"
#include "romcast/judge/message_ends.hpp"

namespace romcast {

// One destination per message.
class UnicastHolders : public Holders {
 protected:
  explicit UnicastHolders(const Collective& collective)
      : collective_(collective), ends_(collective), numbers_(collective.message_numbers()) {}
  /// True if the processor has the message from the start, or can make it from its own copy.
  [[nodiscard]] bool starts(MessageId message, NodeId processor) const {
    if (ends_.origin(message) == processor) return true;
    return collective_.copies() && delivered(collective_.copy_for(processor, message), processor);
  }

  const Collective& collective_;
  const MessageEnds ends_;
  const std::uint64_t numbers_;
};

// One destination per message: a switch that sends a message forgets it, a processor keeps it.
class MovingHolders final : public UnicastHolders {
 public:
  MovingHolders(const Topology& topology, const Collective& collective, bool = false)
      : UnicastHolders(collective),
        first_switch_(static_cast<NodeId>(topology.processors())),
        copies_(collective.message_numbers()),
        delivered_(collective.message_numbers(), 0) {}

  void expect(const Hop& hop) const {
    if (hop.message < numbers_) copies_.fetch(hop.message);
  }
  void expect_delivery(MessageId message) const { delivered_.fetch(message); }
  bool send(MessageId message, NodeId from, ChannelId& came_by) override {
    if (from >= first_switch_) {
      came_by = copies_.take(message, from);
      return came_by != kNone;
    }
    return starts(message, from) || copies_.at(message, from);
  }
  void arrive(MessageId message, NodeId at, ChannelId by) override { copies_.put(message, at, by); }
  bool deliver(MessageId message, NodeId) override {
    std::uint8_t& flag = delivered_.at(message);
    const bool first = flag == 0;
    flag = 1;
    return first;
  }
  [[nodiscard]] bool delivered(MessageId message, NodeId) const override {
    return delivered_.get(message) != 0;
  }

 private:
  const NodeId first_switch_;
  Copies copies_;
  Paged<std::uint8_t> delivered_;
};

// Networks whose processors forward: a node that sends a message forgets it, so each message is at
// one node at a time. `Place` is as narrow as the number of nodes allows, since messages are many.
template <class Place>
class PassingHolders final : public UnicastHolders {
 public:
  explicit PassingHolders(const Topology&, const Collective& collective, bool = false)
      : UnicastHolders(collective), place_(collective.message_numbers(), kAtOrigin) {}
  /// True if a Place can number this many nodes.
  static bool fits(std::uint64_t nodes) { return nodes <= kNowhere; }

  void expect(const Hop& hop) const {
    if (hop.message < numbers_) place_.fetch(hop.message);
  }
  void expect_delivery(MessageId) const {}  // the send has fetched the entry
  bool send(MessageId message, NodeId from, ChannelId&) override {
    Place& place = place_.at(message);
    const NodeId at = place & kNode;
    if (at != from && (at != kAtOrigin || !starts(message, from))) return false;
    place = (place & kDelivered) | kNowhere;
    return true;
  }
  [[nodiscard]] bool makes(MessageId message, NodeId from) const override {
    return collective_.copies() && (place_.get(message) & kNode) != from;
  }
  void arrive(MessageId message, NodeId at, ChannelId) override {
    Place& place = place_.at(message);
    place = static_cast<Place>((place & kDelivered) | at);
  }
  bool deliver(MessageId message, NodeId processor) override {
    Place& place = place_.at(message);
    const bool first = (place & kDelivered) == 0;
    place = static_cast<Place>(kDelivered | processor);
    return first;
  }
  [[nodiscard]] bool delivered(MessageId message, NodeId) const override {
    return (place_.get(message) & kDelivered) != 0;
  }

 private:
  // Highest bit: the message has been delivered. Other bits: the node that holds the message,
  // kAtOrigin until the message is first sent, or kNowhere from a send to the arrival.
  static constexpr Place kDelivered = Place{1} << (8 * sizeof(Place) - 1);
  static constexpr Place kNode = kDelivered - 1, kAtOrigin = kNode, kNowhere = kNode - 1;
  Paged<Place> place_;
};

// Many destinations per message: a node that received a message keeps it.
class SpreadingHolders final : public Holders {
 public:
  SpreadingHolders(const Topology& topology, const Collective& collective, bool note_inputs)
      : topology_(topology),
        collective_(collective),
        numbers_(collective.message_numbers()),
        note_inputs_(note_inputs),
        holds_(collective.message_numbers(), topology.nodes()),
        inputs_(note_inputs ? collective.message_numbers() : 0, nullptr) {}

  void expect(const Hop& hop) const {
    if (hop.message >= numbers_) return;
    const NodeId to = topology_.end_of(hop.link, hop.to);
    holds_.fetch(hop.message, topology_.channel_at(hop.link).from);
    if (to < topology_.nodes()) holds_.fetch(hop.message, to);
  }
  void expect_delivery(MessageId) const {}  // the send has fetched the entry
  bool send(MessageId message, NodeId from, ChannelId& came_by) override {
    if (!holds_.test(message, from)) {
      return topology_.is_processor(from) && collective_.origin(message) == from;
    }
    if (note_inputs_) came_by = inputs_.get(message)[from];
    return true;
  }
  void arrive(MessageId message, NodeId at, ChannelId by) override {
    BitRows::set(holds_.row(message), at);
    if (note_inputs_) note_input(message, at, by);
  }
  bool deliver(MessageId message, NodeId processor) override {
    const bool first = BitRows::set(holds_.row(message), processor);
    if (first && note_inputs_) note_input(message, processor, kNone);
    return first;
  }
  [[nodiscard]] bool delivered(MessageId message, NodeId processor) const override {
    return holds_.test(message, processor);
  }

 private:
  void note_input(MessageId message, NodeId at, ChannelId by) {
    ChannelId*& row = inputs_.at(message);
    if (row == nullptr) {
      input_rows_.push_back(std::make_unique<ChannelId[]>(topology_.nodes()));
      row = input_rows_.back().get();
    }
    row[at] = by;
  }

  const Topology& topology_;
  const Collective& collective_;
  const std::uint64_t numbers_;
  bool note_inputs_;
  BitRows holds_;
  Paged<ChannelId*> inputs_;  // by message: the last arrival's channel at each node; nullptr: none
  std::vector<std::unique_ptr<ChannelId[]>> input_rows_;
};

}  // namespace romcast
