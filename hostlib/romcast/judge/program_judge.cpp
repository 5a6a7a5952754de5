// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/program_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/group.hpp"

namespace romcast {
namespace {

constexpr std::size_t kDescribed = 1000;
constexpr unsigned kFirstDimension = 2;  // port p leads along dimension p + 2

class ProgramJudge {
 public:
  ProgramJudge(const Topology& network, const Collective& collective, Ports ports, Timing timing)
      : network_(network),
        group_(*network.group()),
        timing_(timing),
        single_(ports.single()),
        unicast_(!collective.multicast()),
        each_(collective.messages()),
        place_(unicast_ ? network.nodes() * each_ : 0, 0),
        ready_(network.nodes() * each_, 0),
        has_(network.nodes() * each_, false),
        link_until_(network.most_ports() + kFirstDimension, 0),
        held_(collective.own_messages(0)) {
    verdict_.expected = collective.expected_deliveries();
    if (!unicast_) std::fill_n(has_.begin(), each_, true);
  }

  void packet(const RelativePacket& packet) {
    const std::uint64_t time = timing_.startup + packet.messages.size() * each_cycle();
    check_ports(packet, packet.start + time - 1);
    if (packet.dimension < kFirstDimension || packet.dimension >= link_until_.size()) return;
    std::uint64_t cycle = packet.start + timing_.startup;
    const std::uint64_t complete = packet.start + time - 1;
    for (const RelativeMessage& message : packet.messages) {
      // Without start-up every message is a packet of its own.
      const std::uint64_t begin = timing_.startup > 0 ? packet.start : cycle;
      cycle += each_cycle();
      cross(message, packet.dimension, begin, cycle - 1,
            timing_.startup > 0 ? complete : cycle - 1);
    }
  }

  Verdict finish() {
    count_stores();
    if (verdict_.delivered < verdict_.expected) {
      const std::uint64_t missing = verdict_.expected - verdict_.delivered;
      cycle_ = last_;
      report(ViolationKind::message_lost, "a node never receives a message that it wants");
      verdict_.violation_count += missing - 1;
    }
    std::ranges::stable_sort(verdict_.violations, {}, &Violation::cycle);
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] std::uint64_t each_cycle() const { return timing_.per_message; }
  [[nodiscard]] std::uint64_t nodes() const { return network_.nodes(); }
  [[nodiscard]] std::string name(NodeId node) const { return network_.node_name(node); }

  void report(ViolationKind kind, std::string text) {
    ++verdict_.violation_count;
    if (verdict_.violations.size() < kDescribed) {
      verdict_.violations.push_back({static_cast<Cycle>(cycle_), kind, std::move(text)});
    }
  }

  void check_ports(const RelativePacket& packet, std::uint64_t end) {
    cycle_ = packet.start;
    if (packet.dimension < kFirstDimension || packet.dimension >= link_until_.size()) {
      return report(ViolationKind::unwanted_message,
                    fmt::format("a packet along dimension {}", packet.dimension));
    }
    std::uint64_t& link = link_until_[packet.dimension];
    if (packet.start <= link) {
      report(ViolationKind::link_over_capacity,
             fmt::format("a packet along dimension {} while its link is busy", packet.dimension));
    }
    link = std::max(link, end);
    if (single_ && packet.start <= node_until_) {
      report(ViolationKind::port_used_twice,
             fmt::format("a packet along dimension {} while the port is busy", packet.dimension));
    }
    node_until_ = std::max(node_until_, end);
  }

  // One message leaves the node along a dimension; by symmetry a corresponding one arrives.
  void cross(const RelativeMessage& message, unsigned dimension, std::uint64_t begin,
             std::uint64_t cycle, std::uint64_t complete) {
    cycle_ = cycle;
    last_ = std::max(last_, cycle);
    verdict_.hops += nodes();
    if (unicast_ != (message.destination != kNone) || message.source >= nodes() ||
        (unicast_ && message.destination >= nodes()) || message.index >= each_) {
      return report(ViolationKind::unwanted_message, "no such message");
    }
    const NodeId came =
        group_.multiply(network_.generator(dimension - kFirstDimension), message.source);
    if (unicast_) {
      cross_to_one(message, came, begin, complete);
    } else {
      cross_to_all(message, came, begin, complete);
    }
  }

  void cross_to_one(const RelativeMessage& message, NodeId came, std::uint64_t begin,
                    std::uint64_t complete) {
    const std::size_t key = message.destination * each_ + message.index;
    if (message.destination == 0) {
      return report(ViolationKind::unwanted_message, "a message to its own node");
    }
    if (place_[key] != message.source || ready_[key] >= begin) {
      report(ViolationKind::sent_before_arrival,
             fmt::format("{} sends what it does not hold: from {}", name(0), name(message.source)));
      if (place_[key] != message.source) return;
    }
    ready_[key] = complete;
    place_[key] = came;
    changes_.push_back({cycle_, -1});
    if (group_.multiply(came, message.destination) != 0) return changes_.push_back({cycle_, +1});
    deliver(has_[key]);
  }

  void cross_to_all(const RelativeMessage& message, NodeId came, std::uint64_t begin,
                    std::uint64_t complete) {
    const std::size_t from = message.source * each_ + message.index;
    if (!has_[from] || ready_[from] >= begin) {
      report(ViolationKind::sent_before_arrival,
             fmt::format("{} sends what it does not hold: from {}", name(0), name(message.source)));
      if (!has_[from]) return;
    }
    const std::size_t to = came * each_ + message.index;
    if (came == 0) {
      return report(ViolationKind::delivered_twice, "a node receives its own message again");
    }
    if (!has_[to]) {
      ready_[to] = complete;
      ++held_;
    }
    deliver(has_[to]);
  }

  void deliver(std::vector<bool>::reference has) {
    if (has) return report(ViolationKind::delivered_twice, "a node receives a message again");
    has = true;
    verdict_.delivered += nodes();
    verdict_.cycles = std::max(verdict_.cycles, static_cast<Cycle>(cycle_));
  }

  // Counts the messages that a node holds: unicast messages leave, multicast messages stay.
  void count_stores() {
    LevelQueues level{.level = 1, .max_queue = static_cast<std::uint32_t>(held_)};
    if (unicast_) {
      std::ranges::sort(changes_, {}, &Change::cycle);
      std::uint64_t held = held_, settled = 0;
      for (std::size_t i = 0; i < changes_.size();) {
        const std::uint64_t cycle = changes_[i].cycle;
        std::uint64_t sent = 0, came = 0;
        for (; i < changes_.size() && changes_[i].cycle == cycle; ++i) {
          (changes_[i].by < 0 ? sent : came) += 1;
        }
        const std::uint64_t waited = cycle > settled + 1 ? held : held - sent;
        level.max_waiting = std::max(level.max_waiting, static_cast<std::uint32_t>(waited));
        held += came - sent;
        settled = cycle;
        level.max_queue = std::max(level.max_queue, static_cast<std::uint32_t>(held));
      }
    }
    verdict_.max_queue = level.max_queue;
    verdict_.max_waiting = level.max_waiting;
    verdict_.levels = {level};
  }

  struct Change {
    std::uint64_t cycle;
    int by;
  };

  const Topology& network_;
  const Group& group_;
  const Timing timing_;
  const bool single_, unicast_;
  const std::size_t each_;
  // Unicast: entry d * each_ + i is the group element p for which any node u holds message i of the
  // messages from node u*p to node u*p*d.
  std::vector<NodeId> place_;
  std::vector<std::uint64_t> ready_;  // cycle of the message's complete arrival
  // Unicast, indexed as place_: true if the message is delivered. Multicast: entry s * each_ + i is
  // true if any node u holds message i of node u*s.
  std::vector<bool> has_;
  std::vector<std::uint64_t> link_until_;  // by dimension: last cycle in which its link is busy
  std::uint64_t node_until_ = 0, cycle_ = 0, last_ = 0;
  std::uint64_t held_;
  std::vector<Change> changes_;
  Verdict verdict_;
};

}  // namespace

Verdict judge_program(const Topology& network, const Collective& collective, Ports ports,
                      Timing timing, const RelativeProgram& program) {
  ProgramJudge judge(network, collective, ports, timing);
  for (const RelativePacket& packet : program.packets) judge.packet(packet);
  return judge.finish();
}

}  // namespace romcast
