// SPDX-License-Identifier: Apache-2.0
// Computes queue figures while the schedule is judged. In a tree a message has one path to each
// destination, so its outputs at a switch are known when it arrives. If every message takes that
// path, once, and no queue is too small, the sweep of judge_queues.hpp is not needed.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/judge_tables.hpp"
#include "romcast/judge/queue_counters.hpp"
#include "romcast/judge/tree_ways.hpp"

namespace romcast {

class QueueForecast {
 public:
  /// True if a forecast is possible: in trees that TreeWays supports. Multicasts need more: all
  /// processors want every message, no switch has more than kMostOutputs outputs, and queues are
  /// not per input.
  static bool fits(const Topology& topology, const Collective& collective, bool per_input);
  /// Requires fits(). `queues`: one flag per node, set if its queues are counted. `topology` must
  /// outlive the forecast.
  QueueForecast(const Topology& topology, const Collective& collective, Ports ports, bool per_input,
                const std::vector<char>& queues);

  /// Starts the next cycle that has hops. Within a cycle, sends come before arrivals.
  void begin(Cycle cycle) {
    cycle_ = cycle;
    if (cycle > kLast) right_ = false;
  }
  /// `came_by`: as in QueueJournal::add(); `destination`: kNone if all processors want the message.
  void send(ChannelId channel, MessageId message, ChannelId came_by, NodeId destination) {
    if (!right_) return;
    const Way& way = ways_[channel];
    right_ = multicast_ ? spread(way, channel, message) : move(way, channel, came_by, destination);
  }
  void arrive(ChannelId channel, MessageId message, NodeId destination) {
    if (!right_) return;
    const Way& way = ways_[channel];
    multicast_ ? await_all(way, message) : await(way, channel, destination);
  }
  /// Prefetches the data that send() and arrive() will soon need for a hop.
  void expect(ChannelId channel, MessageId message) const {
    if (!multicast_) return;
    const Way& way = ways_[channel];
    pending_.fetch(message, bits_[way.from].begin);
    pending_.fetch(message, bits_[way.to].begin);
  }

  /// After the last hop: notes the maxima of each queue in `counters`. Returns false, and notes
  /// nothing, if a message left the forecast path, arrived at a switch that already held a copy of
  /// it, or never left a switch, or if a cycle was later than kLast.
  [[nodiscard]] bool note(QueueCounters& counters) const;

 private:
  // A branch predictor cannot learn whether hops go up or down, so the functions below do not
  // branch on the direction.

  // Number of messages in a queue, and the maximum at the end of a cycle.
  struct Fill {
    std::uint32_t count = 0, most = 0;
    void enter(std::uint32_t messages = 1) {
      count += messages;
      most = std::max(most, count);
    }
    void leave(std::uint32_t messages = 1) { count -= messages; }
  };
  // Fill, and the maximum between the sends and the receptions of a cycle.
  struct Waiting {
    Fill fill;
    std::uint32_t most_waiting = 0;
    // Time of the last change: 2 * cycle for a send, 2 * cycle + 1 for a reception.
    std::uint32_t changed = 0;

    void enter(Cycle cycle) {
      wait_if(changed != 2 * cycle + 1);
      fill.enter();
      changed = 2 * cycle + 1;
    }
    // The messages in the queue waited if the sends of some cycle ended between the last change
    // and this send.
    void leave(Cycle cycle) {
      wait_if(2 * cycle > changed + 1);
      fill.leave();
      changed = 2 * cycle;
    }
    void wait_if(bool waited) {
      most_waiting = std::max(most_waiting, fill.count & (waited ? kNone : 0));
    }
  };
  // A channel; `from` and `to` number switches from the first one on. All nodes without counted
  // queues share one further number, whose figures are not reported.
  struct Way {
    std::uint32_t from = 0, to = 0;
    std::uint8_t down = 0;  // 1: the channel leads down
    // `port`: index of the channel among the outputs of switch `from`; `back`: index of the
    // opposite channel among the outputs of switch `to`.
    std::uint8_t port = 0, back = 0;
  };
  // The outputs of a switch as bits, in port order. `begin`: number of the first bit in a message's
  // row; `all`: mask of all outputs; `down`: mask of the outputs that lead down.
  struct Outputs {
    std::uint32_t begin = 0, all = 0, down = 0;
  };
  static constexpr Cycle kLast = 0x7fffffffU;      // 2 * kLast + 1 fits Waiting::changed
  static constexpr std::size_t kMostOutputs = 32;  // per switch, for multicast messages

  void add_ways(const std::vector<char>& queues);
  [[nodiscard]] std::uint64_t number_outputs();
  // Waiting messages are reported per switch if switches send one message a cycle, else per output.
  void enter_switch(std::uint32_t at) {
    single_ ? switches_[at].enter(cycle_) : switches_[at].fill.enter();
  }
  void leave_switch(std::uint32_t at) {
    single_ ? switches_[at].leave(cycle_) : switches_[at].fill.leave();
  }
  void enter_output(ChannelId channel) {
    single_ ? outputs_[channel].fill.enter() : outputs_[channel].enter(cycle_);
  }
  void leave_output(ChannelId channel) {
    single_ ? outputs_[channel].fill.leave() : outputs_[channel].leave(cycle_);
  }
  bool move(const Way& way, ChannelId channel, ChannelId came_by, NodeId destination) {
    leave_switch(way.from);
    leave_output(channel);
    downs_[way.from].leave(way.down);
    if (per_input_) inputs_[came_by + 1].leave();
    return tree_.leads(channel, destination);
  }
  void await(const Way& way, ChannelId channel, NodeId destination) {
    const ChannelId next = tree_.next(way.to + first_, destination);
    enter_switch(way.to);
    enter_output(next);
    downs_[way.to].enter(ways_[next].down);
    if (per_input_) inputs_[channel + 1].enter();
  }
  // A message leaves a switch by an output; returns false if the message must not leave by that
  // output.
  bool spread(const Way& way, ChannelId channel, MessageId message) {
    const Outputs& outputs = bits_[way.from];
    if (outputs.all == 0) return true;  // a node without counted queues
    std::uint64_t& word = pending_.row(message)[outputs.begin / 64];
    const unsigned at = outputs.begin % 64;
    const auto bit = std::uint64_t{1} << way.port << at;
    if ((word & bit) == 0) return false;
    word ^= bit;
    const std::uint64_t rest = word >> at & outputs.all;
    downs_[way.from].leave((rest & outputs.down) == 0 ? way.down : 0);
    leave_output(channel);
    if (rest == 0) leave_switch(way.from);
    return true;
  }
  // A message arrives at a switch and must leave by all outputs but the one back to its sender. At
  // least one of the outputs that it must take leads down.
  void await_all(const Way& way, MessageId message) {
    const Outputs& bits = bits_[way.to];
    const std::uint32_t awaits = bits.all & ~(1U << way.back);
    pending_.row(message)[bits.begin / 64] |= std::uint64_t{awaits} << bits.begin % 64;
    downs_[way.to].enter();
    const ChannelId* const outputs = topology_.outputs(way.to + first_).data();
    for (std::uint32_t rest = awaits; rest != 0; rest &= rest - 1) {
      enter_output(outputs[std::countr_zero(rest)]);
    }
    enter_switch(way.to);
  }

  const Topology& topology_;
  const NodeId first_;  // first switch
  const bool multicast_, single_, per_input_;
  const TreeWays tree_;
  bool right_ = true;
  Cycle cycle_ = 0;
  std::vector<Way> ways_;          // by channel
  std::vector<Outputs> bits_;      // by switch, for multicast messages
  std::vector<Waiting> switches_;  // by switch
  std::vector<Waiting> outputs_;   // by channel
  std::vector<Fill> downs_;        // by switch
  std::vector<Fill> inputs_;       // indexed by channel + 1; index 0: no channel (kNone)
  BitRows pending_;                // by message: outputs by which it must still leave
};

}  // namespace romcast
