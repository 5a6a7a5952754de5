// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/machine.hpp"

#include <algorithm>
#include <bit>
#include <queue>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "schedules/fat_tree/switches.hpp"

namespace romcast {
namespace {

// The nodes to visit in a cycle, in ascending order, so that arrivals join a queue in the order of
// their senders' numbers.
class NodeSet {
 public:
  explicit NodeSet(std::size_t nodes) : words_((nodes + 63) / 64) {}
  void insert(NodeId node) {
    std::uint64_t& word = words_[node / 64];
    size_ += (word >> (node % 64) & 1) ^ 1;
    word |= std::uint64_t{1} << (node % 64);
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Calls stay(node) for each member, and removes the members for which stay() returns false.
  template <class Stay>
  void visit(Stay stay) {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        const auto node = static_cast<NodeId>(w * 64 + std::countr_zero(rest));
        if (!stay(node)) {
          words_[w] &= ~(rest & -rest);
          --size_;
        }
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

template <class Switches>
class TreeMachine final : public Schedule {
 public:
  TreeMachine(const Problem& problem, std::shared_ptr<const TreeRules> rules)
      : topology_(problem.topology),
        collective_(problem.collective),
        rules_(std::move(rules)),
        most_sends_(problem.topology->port_limit(problem.ports).sends),
        ports_(*problem.topology, rules_->route),
        switches_(ports_),
        awake_(topology_->nodes()),
        next_(topology_->processors()),
        done_(topology_->processors()),
        received_(collective_.copies() ? collective_.message_numbers() : 0) {
    for (NodeId p = 0; p < topology_->processors(); ++p) fetch(p);
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty()) {
      if (awake_.empty() && timers_.empty()) return false;
      cycle_ = awake_.empty() ? timers_.top().first : cycle_ + 1;
      step(hops);
    }
    return true;
  }

 private:
  void step(std::vector<Hop>& hops) {
    for (; !timers_.empty() && timers_.top().first <= cycle_; timers_.pop()) {
      awake_.insert(timers_.top().second);
    }
    outbox_.open(cycle_, hops);
    awake_.visit([this](NodeId v) {
      if (!topology_->is_processor(v)) return switches_.send(v, outbox_);
      return topology_->forwards(v) ? inject_and_send(v) : inject(v);
    });
    for (const FlitArrival& arrival : outbox_.arrivals()) {
      const NodeId to = topology_->channels()[arrival.channel].to;
      if (topology_->is_processor(to)) {
        deliver(to, arrival.flit.message);
        const bool ends = rules_->route == TreeRoute::unicast && arrival.flit.route == to;
        if (!topology_->forwards(to) || ends) continue;
      }
      switches_.receive(to, arrival);
      awake_.insert(to);
    }
    switches_.end_cycle([this](NodeId v) {
      if (!topology_->is_processor(v) || !done_[v]) awake_.insert(v);
    });
  }

  // Sends the leaf's injections that are due, at most one on each link of its branch and at most as
  // many as the port model allows. If this returns false, the leaf injects nothing in the next
  // cycle unless a timer, a message or a credit wakes the leaf.
  bool inject(NodeId p) {
    const ChannelId c = ports_.shape().up(p);
    const Channel& channel = topology_->channels()[c];
    const std::uint32_t most = std::min(channel.capacity, most_sends_);
    for (std::uint32_t lane = 0;; ++lane) {
      if (!due(p) || !switches_.may_inject(p)) return false;
      outbox_.send(channel, c, lane, own_flit(p));
      const bool more = fetch(p);
      if (!more || lane + 1 == most || !due(p)) return more;
    }
  }

  // For a processor that forwards: puts at most one own message into the queues that also hold the
  // passing messages; then sends from these queues. Returns whether the processor may inject or
  // send in the next cycle, too. Throws std::logic_error if the queues have credits.
  bool inject_and_send(NodeId p) {
    bool more = false;
    if constexpr (std::is_same_v<Switches, CreditSwitches>) {
      throw std::logic_error("tree: processors that forward have queues without credits");
    } else {
      if (due(p)) {
        switches_.take(p, TreePorts::kOwn, own_flit(p));
        more = fetch(p);
      }
      return switches_.send(p, outbox_) || more;
    }
  }

  [[nodiscard]] bool due(NodeId p) const {
    return !done_[p] && next_[p].injection.not_before <= cycle_ && !waits(next_[p].injection);
  }

  [[nodiscard]] Flit own_flit(NodeId p) const {
    const Injection& injection = next_[p].injection;
    return {injection.message, rules_->route == TreeRoute::unicast
                                   ? collective_.destination(injection.message)
                                   : injection.turn};
  }

  // Reads the processor's next injection. Returns true if the injection is due in the next cycle,
  // but in the constructor always false. If there is an injection and the result is false, a timer
  // wakes the processor for the injection; deliver() sets the timer if the injection needs a
  // message that has not arrived.
  bool fetch(NodeId p) {
    const auto injection = rules_->injections(p, next_[p].index++);
    done_[p] = !injection.has_value();
    if (!injection) return false;
    next_[p].injection = *injection;
    if (waits(*injection)) return false;
    if (injection->not_before <= cycle_ + 1 && cycle_ > 0) return true;
    timers_.emplace(injection->not_before, p);
    return false;
  }

  // Whether the injection needs a message that the processor has not received yet.
  [[nodiscard]] bool waits(const Injection& injection) const {
    return injection.after != kNone && !received_.at(injection.after);
  }

  void deliver(NodeId p, MessageId message) {
    if (received_.empty()) return;
    received_[message] = true;
    const Injection& injection = next_[p].injection;
    if (done_[p] || injection.after != message) return;
    timers_.emplace(std::max(injection.not_before, cycle_ + 1), p);
  }

  struct Next {
    std::uint64_t index = 0;
    Injection injection;
  };
  using Timer = std::pair<Cycle, NodeId>;

  std::shared_ptr<const Topology> topology_;
  Collective collective_;
  std::shared_ptr<const TreeRules> rules_;
  std::uint32_t most_sends_;  // limit of a node's sends per cycle
  TreePorts ports_;
  Switches switches_;
  NodeSet awake_;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  std::vector<Next> next_;
  std::vector<bool> done_;
  std::vector<bool> received_;  // by copy; empty without copies
  Outbox outbox_;
  Cycle cycle_ = 0;
};

}  // namespace

const FatTree& fat_tree(const Problem& problem) {
  return dynamic_cast<const FatTree&>(*problem.topology);
}

Plan tree_plan(const Problem& problem, TreeRules rules) {
  auto shared = std::make_shared<const TreeRules>(std::move(rules));
  OpenSchedule open = [problem, shared]() -> std::unique_ptr<Schedule> {
    switch (shared->queues) {
      case QueueKind::per_output:
        return std::make_unique<TreeMachine<MultiSwitches>>(problem, shared);
      case QueueKind::up_down:
        return std::make_unique<TreeMachine<SingleSwitches>>(problem, shared);
      default:
        return std::make_unique<TreeMachine<CreditSwitches>>(problem, shared);
    }
  };
  return {.open = std::move(open), .hints = hint(std::move(shared))};
}

}  // namespace romcast
