// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/link_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "romcast/core/crossings.hpp"
#include "romcast/core/error.hpp"
#include "romcast/judge/item_delay.hpp"
#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/judge_holders_kinds.hpp"
#include "romcast/judge/judge_queues.hpp"
#include "romcast/judge/message_ends.hpp"
#include "romcast/judge/port_book.hpp"
#include "romcast/judge/store_counters.hpp"
#include "romcast/judge/use_findings.hpp"

namespace romcast {
namespace {

// Maxima over the switches of each level.
std::vector<LevelQueues> by_level(const std::vector<LevelQueues>& switches, unsigned levels) {
  std::vector<LevelQueues> result(levels);
  for (unsigned l = 0; l < levels; ++l) result[l].level = l + 1;
  for (const LevelQueues& one : switches) raise(one, result[one.level - 1]);
  return result;
}

// Judges messages that move unchanged, on links that carry one hop or packet at a time. `Held`: the
// kind of Holders; `direct`: Topology::direct(); `timed`: Timing::plain() is false. These
// are template parameters because hops are many: the checks of every hop are inlined, and only the
// reports of violations are function calls.
template <class Held, bool direct, bool timed>
class LinkJudge final : public Judge::State {
  static constexpr bool kMulticast = std::is_same_v<Held, SpreadingHolders>;
  using Queues = std::conditional_t<direct, StoreCounters, QueueJournal>;

 public:
  LinkJudge(const Topology& topology, const Collective& collective, Ports ports,
            std::optional<QueueLimit> limit, Timing timing, const std::vector<char>& here)
      : topology_(topology),
        collective_(collective),
        all_(here.empty()),
        numbers_(collective.message_numbers()),
        processors_(static_cast<NodeId>(topology.processors())),
        ends_(collective_),
        holders_(topology_, collective_, limit && limit->kind == QueueKind::per_input),
        book_(topology, ports, timing),
        queues_([&] {
          if constexpr (direct)
            return StoreCounters(topology_, collective_, limit, here);
          else
            return QueueJournal(topology_, collective_, ports, limit, here);
        }()),
        delay_(collective_, topology.crossbar()) {
    if (timed)
      came_.emplace(collective_.message_numbers(), topology.nodes(), direct && !kMulticast);
    if (takes_time_ && (!direct || timed)) {
      throw InputError({"timing"}, "links with times are those of nodes that forward");
    }
    if (collective.combines()) {
      throw InputError({"collective", name(collective.kind())},
                       "its endpoints combine, which only LogP machines do",
                       "use Collective::combined_by_nodes");
    }
    verdict_.expected = collective.expected_deliveries();
    for (LinkId link = 0; link < topology.links(); ++link) {
      const ChannelId channel = topology.channel_of(link);
      const Channel& along = topology.channels()[channel];
      links_.push_back({along.from, along.to, channel, all_ || here[along.from] != 0,
                        all_ || here[along.to] != 0, along.time});
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      forwards_.push_back(topology.forwards(node) ? 1 : 0);
    }
  }

  [[gnu::flatten]] void step(std::span<const Hop> hops) override {
    if (hops.empty()) return;
    if (hops.front().cycle <= cycle_) throw std::logic_error("judge: cycles must ascend from 1");
    if (takes_time_) [[unlikely]]
      land(hops.front().cycle - 1);
    cycle_ = hops.front().cycle;
    queues_.begin(cycle_);
    if (arrivals_.size() < hops.size()) arrivals_.resize(hops.size());
    next_arrival_ = arrivals_.data();
    constexpr std::ptrdiff_t ahead = 16;
    const Hop* const end = hops.data() + hops.size();
    const Hop* soon = hops.data();
    for (; soon != end && soon - hops.data() < ahead; ++soon) expect(*soon);
    bool startups = false;
    for (const Hop& hop : hops) {
      if (soon != end) expect(*soon++);
      startups |= send(hop);
    }
    if (startups) begin_packets(hops);
    if constexpr (direct) queues_.all_sent();
    if (takes_time_) [[unlikely]]
      return take_off();
    // Arrivals follow all sends: a node cannot forward a message in the cycle of the message's
    // arrival.
    for (const Arrival* arrival = arrivals_.data(); arrival != next_arrival_; ++arrival) {
      if (next_arrival_ - arrival > ahead) expect(arrival[ahead]);
      receive(*arrival);
    }
  }

  void end(Cycle last) override {
    if constexpr (direct) queues_.begin(last);
  }

  Verdict finish() override {
    if (takes_time_) land(kNone);
    auto figures = queues_.finish();
    switches_ = std::move(figures.switches);
    verdict_.levels = by_level(switches_, topology_.levels());
    for (const LevelQueues& level : verdict_.levels) {
      verdict_.max_queue = std::max(verdict_.max_queue, level.max_queue);
      verdict_.max_waiting = std::max(verdict_.max_waiting, level.max_waiting);
    }
    verdict_.item_delay = delay_.longest();
    if (timed) report_unused_startups();
    if (all_) report_lost(topology_, collective_, holders_, cycle_, findings_);
    auto& all = verdict_.violations;
    // A surplus copy that never leaves a switch is a violation. Since another violation may have
    // caused the copy, the copy is reported only if all other violations are queue_too_deep.
    if constexpr (!direct) {
      if (verdict_.violation_count == 0) {
        verdict_.violation_count = figures.stranded_count;
        all = std::move(figures.stranded);
      }
    }
    verdict_.violation_count += figures.violations.size();
    std::ranges::move(figures.violations, std::back_inserter(all));
    return findings_.take();
  }

  [[nodiscard]] std::vector<LevelQueues> switches() const override { return switches_; }

 private:
  struct Link {
    NodeId from, to;
    ChannelId channel;
    bool from_here, to_here;  // whether the judge owns `from`; whether it owns `to`
    LinkTime time;
  };

  struct Arrival {
    const Link* link;
    NodeId at;
    MessageId message;
    NodeId wanted;  // the destination; kNone in multicast collectives
    std::uint32_t packet;
  };

  // Judges a hop; returns true if the hop is a start-up, which is left to begin_packets, else
  // false. A message is reported and not moved if its sender does not hold the message, reported
  // and moved if a port or link is busy.
  [[gnu::always_inline]] bool send(const Hop& hop) {
    if (hop.cycle != cycle_) throw std::logic_error("judge: hops of several cycles in one step");
    const Link& link = links_[hop.link];
    const NodeId from = link.from;
    const NodeId to = direct && link.to == kNone ? hop.to : link.to;
    const MessageId message = hop.message;
    if (direct && to >= forwards_.size()) throw std::logic_error("judge: a hop that goes nowhere");
    if (message >= numbers_) [[unlikely]]
      return hop.starts() || send_unnumbered(hop, link, to);
    const PortBook::Use use = occupy(hop, link, to);
    if (use.wrong != 0) [[unlikely]]
      check_use(use, hop, to);
    const NodeId wanted = kMulticast ? kNone : ends_.destination(message);
    if (!kMulticast && from == wanted) [[unlikely]]
      return report_at_destination(hop, from, to);
    if (!kMulticast && is_processor(from) && ends_.origin(message) == wanted) [[unlikely]]
      return report_to_itself(hop, from);
    if (!link.from_here) [[unlikely]]
      return arrive_from_elsewhere(link, {&link, to, message, wanted, use.packet});
    ChannelId came_by = kNone;
    const bool makes = direct && holders_.makes(message, from);
    if (!holders_.send(message, from, came_by)) [[unlikely]]
      return report_not_held(hop, from, to);
    if (direct) delay_.begin(message, cycle_ - 1);
    if (direct && forwards_[from] == 0) check_forwards(hop, from, to);
    if (!direct && is_processor(from) && ends_.origin(message) != from) [[unlikely]]
      verdict_.needs_queues = true;
    if (timed) check_complete(hop, makes, from, to, use);
    if constexpr (direct) {
      if (!makes) queues_.send(from);
    } else {
      queues_.add(link.channel, message, came_by, wanted);
    }
    if (link.to_here) *next_arrival_++ = {&link, to, message, wanted, use.packet};
    return false;
  }

  [[gnu::always_inline]] PortBook::Use occupy(const Hop& hop, const Link& link, NodeId to) {
    verdict_.hops += link.from_here ? 1 : 0;
    if (timed) return book_.message(cycle_, hop.link, link.from, to);
    if (takes_time_) [[unlikely]]
      return {cycle_, cycle_, book_.begins(cycle_, hop.link, link.time, link.from)};
    return {cycle_, cycle_, book_.plain_message(cycle_, hop.link, link.from, to)};
  }

  // Links with times: puts the messages sent in this cycle in flight, and receives all messages
  // that arrive at the end of this cycle.
  void take_off() {
    for (const Arrival* arrival = arrivals_.data(); arrival != next_arrival_; ++arrival) {
      const LinkId link = topology_.channels()[arrival->link->channel].first_link;
      in_flight_.put(arrival_of(topology_, {cycle_, link, arrival->message}), *arrival);
    }
    land(cycle_);
  }
  void land(Cycle last) {
    in_flight_.land(last, [&](Cycle end, const std::vector<Arrival>& arrivals) {
      cycle_ = end;
      if constexpr (direct) queues_.begin(end);
      for (const Arrival& arrival : arrivals) {
        const Link& link = *arrival.link;
        const std::uint32_t wrong = book_.arrives(end, link.time, arrival.at);
        const Hop hop{end, topology_.channels()[link.channel].first_link, arrival.message};
        if (wrong != 0) check_use({.wrong = wrong}, hop, arrival.at);
        receive(arrival);
      }
    });
  }

  // Books the start-ups of this cycle. A message that ends in this cycle belongs to an earlier
  // packet, so all messages of the cycle are booked before the start-ups, in whatever order
  // the hops are given.
  void begin_packets(std::span<const Hop> hops) {
    for (const Hop& hop : hops) {
      if (!hop.starts()) continue;
      const NodeId to = topology_.end_of(hop.link, hop.to);
      check_use(book_.startup(cycle_, hop.link, links_[hop.link].from, to), hop, to);
    }
  }

  template <class Text>
  void report(ViolationKind kind, Text text) {
    findings_.report(cycle_, kind, text);
  }

  [[gnu::noinline]] void check_use(const PortBook::Use& use, const Hop& hop, NodeId to) {
    const auto what = [&] {
      return hop.starts() ? "a start-up" : "message " + message_name(hop.message);
    };
    report_use(topology_, use, hop, to, what, findings_);
  }

  [[nodiscard]] bool is_processor(NodeId node) const { return node < processors_; }

  // If another judge owns the sender, only that judge knows whether the sender held the message.
  // Notes the arrival if this judge owns the receiver; returns false, the result of send().
  bool arrive_from_elsewhere(const Link& link, const Arrival& arrival) {
    if (!link.to_here) return false;
    if constexpr (!direct) queues_.add(link.channel, arrival.message, kNone, arrival.wanted);
    *next_arrival_++ = arrival;
    return false;
  }

  // For a processor that does not forward: reports the hop unless the message is the sender's own.
  void check_forwards(const Hop& hop, NodeId from, NodeId to) {
    if (ends_.origin(hop.message) == from) return;
    report(ViolationKind::does_not_forward, [&] {
      return fmt::format("{} sends message {} to {}, but is an endpoint and forwards nothing",
                         topology_.node_name(from), message_name(hop.message),
                         topology_.node_name(to));
    });
  }

  // Store and forward: the packet that brought a message must be complete before the packet that
  // takes the message away begins. `makes`: the sender makes the message from its own copy, so the
  // packet that brought the own copy counts.
  void check_complete(const Hop& hop, bool makes, NodeId from, NodeId to,
                      const PortBook::Use& use) {
    const MessageId held = makes ? collective_.copy_for(from, hop.message) : hop.message;
    const std::uint32_t packet = came_->get(held, from);
    if (packet == kNone || book_.complete(packet) < use.begin) return;
    report(ViolationKind::sent_before_arrival, [&] {
      return fmt::format(
          "{} sends message {} to {} in a packet that begins in cycle {}, before "
          "the packet that brings it is complete",
          topology_.node_name(from), message_name(hop.message), topology_.node_name(to), use.begin);
    });
  }

  // Prefetches for hops that will be judged soon.
  void expect(const Hop& hop) const {
    holders_.expect(hop);
    if constexpr (!direct && kMulticast) {
      if (hop.message < numbers_) queues_.expect(links_[hop.link].channel, hop.message);
    }
  }
  void expect(const Arrival& arrival) const {
    if (arrival.wanted == arrival.at) holders_.expect_delivery(arrival.message);
  }

  [[gnu::always_inline]] void receive(const Arrival& arrival) {
    const ChannelId channel = arrival.link->channel;
    const MessageId message = arrival.message;
    const NodeId at = arrival.at;
    const NodeId wanted = arrival.wanted;
    if (timed) note_packet(message, at, arrival.packet);
    if (!is_processor(at) ||
        (direct && (kMulticast ? collective_.passes_through(message, at) : wanted != at))) {
      if constexpr (direct) {
        if (kMulticast && holders_.delivered(message, at)) return report_again(message, at);
        queues_.arrive(at);
      } else {
        if (kMulticast && holders_.delivered(message, at)) [[unlikely]]
          verdict_.needs_queues = true;
        queues_.arrive(channel, message, wanted);
      }
      return holders_.arrive(message, at, channel);
    }
    if (ends_.origin(message) == at) {
      // A processor's own message came back: a violation in direct networks; in trees, allowed if
      // the nodes have queues, not if they have stores.
      if (direct) report_again(message, at);
      verdict_.needs_queues = true;
      return;
    }
    if (kMulticast ? collective_.passes_through(message, at) : wanted != at) {
      holders_.arrive(message, at, channel);
      report_unwanted(message, at);
    } else if (holders_.deliver(message, at)) {
      if constexpr (direct && kMulticast) queues_.arrive(at);
      ++verdict_.delivered;
      verdict_.cycles = cycle_;
      if (direct) delay_.end(message, cycle_);
    } else {
      report_again(message, at);
    }
  }

  [[gnu::noinline]] bool send_unnumbered(const Hop& hop, const Link& link, NodeId to) {
    const PortBook::Use use = occupy(hop, link, to);
    if (use.wrong != 0) check_use(use, hop, to);
    report(ViolationKind::unwanted_message, [&] {
      return fmt::format("{} sends message {}, but messages are numbered 0..{}",
                         topology_.node_name(link.from), hop.message, numbers_ - 1);
    });
    return false;
  }

  [[gnu::noinline]] bool report_not_held(const Hop& hop, NodeId from, NodeId to) {
    if (to_itself(hop.message)) return report_to_itself(hop, from);
    report(ViolationKind::sent_before_arrival, [&] {
      return fmt::format("{} sends message {} to {} but does not hold it",
                         topology_.node_name(from), message_name(hop.message),
                         topology_.node_name(to));
    });
    return false;
  }

  [[gnu::noinline]] bool report_at_destination(const Hop& hop, NodeId from, NodeId to) {
    if (!holders_.delivered(hop.message, from)) return report_not_held(hop, from, to);
    report(ViolationKind::unwanted_message, [&] {
      return fmt::format("{} sends message {} on to {}, but is its destination",
                         topology_.node_name(from), message_name(hop.message),
                         topology_.node_name(to));
    });
    return false;
  }

  // Each unused start-up is reported once, by the judge of its sender.
  void report_unused_startups() {
    for (const PortBook::Startup& startup : book_.unused_startups()) {
      const Link& link = links_[startup.link];
      if (!link.from_here) continue;
      findings_.report(startup.cycle, ViolationKind::startup_not_paid, [&] {
        return fmt::format("{} begins a start-up{} that no message follows",
                           topology_.node_name(link.from),
                           link.to == kNone ? "" : " to " + topology_.node_name(link.to));
      });
    }
  }

  [[gnu::noinline]] void report_unwanted(MessageId message, NodeId at) {
    const NodeId wanted = collective_.destination(message);
    report(ViolationKind::unwanted_message, [&] {
      return fmt::format("{} receives message {}, which is for {}", topology_.node_name(at),
                         message_name(message),
                         wanted == kNone ? "others" : topology_.node_name(wanted));
    });
  }

  [[gnu::noinline]] void report_again(MessageId message, NodeId at) {
    report(ViolationKind::delivered_twice, [&] {
      return fmt::format("{} receives message {} again", topology_.node_name(at),
                         message_name(message));
    });
  }

  // Notes the packet that brought a message to a node. Skipped if the node keeps the message from
  // the start or from an earlier packet: then the node does not wait for this copy.
  void note_packet(MessageId message, NodeId at, std::uint32_t packet) {
    const bool keeps = kMulticast || (!direct && is_processor(at));
    if (keeps && (collective_.origin(message) == at || came_->get(message, at) != kNone)) return;
    came_->put(message, at, packet);
  }

  [[nodiscard]] bool to_itself(MessageId message) const {
    return !kMulticast && collective_.origin(message) == collective_.destination(message);
  }

  [[gnu::noinline]] bool report_to_itself(const Hop& hop, NodeId from) {
    report(ViolationKind::unwanted_message, [&] {
      return fmt::format("{} sends message {}, which its destination holds from the start",
                         topology_.node_name(from), message_name(hop.message));
    });
    return false;
  }

  [[nodiscard]] std::string message_name(MessageId message) const {
    return message < numbers_ ? collective_.message_name(message) : std::to_string(message);
  }

  const Topology& topology_;
  const Collective collective_;
  const bool all_;  // the judge owns all nodes
  const std::uint64_t numbers_;
  const NodeId processors_;
  const MessageEnds ends_;
  Held holders_;
  std::vector<Link> links_;
  std::vector<char> forwards_;  // by node
  PortBook book_;
  Queues queues_;
  const bool takes_time_ = topology_.timed();
  InFlight<Arrival> in_flight_;      // messages on links with times
  std::optional<ArrivalBook> came_;  // with timing: the packet that brought each message
  ItemDelay delay_;
  std::vector<Arrival> arrivals_;  // arrivals of a cycle, at most as many as its hops
  Arrival* next_arrival_ = nullptr;
  std::vector<LevelQueues> switches_;
  Cycle cycle_ = 0;
  Findings findings_;
  Verdict& verdict_ = findings_.verdict();
};

}  // namespace

std::unique_ptr<Judge::State> make_link_judge(const Topology& topology,
                                              const Collective& collective, Ports ports,
                                              std::optional<QueueLimit> limit, Timing timing,
                                              const std::vector<char>& here) {
  const auto make = [&]<class Held, bool direct, bool timed>() -> std::unique_ptr<Judge::State> {
    return std::make_unique<LinkJudge<Held, direct, timed>>(topology, collective, ports, limit,
                                                            timing, here);
  };
  const auto kind = [&]<class Held, bool direct>() {
    return timing.plain() ? make.template operator()<Held, direct, false>()
                          : make.template operator()<Held, direct, true>();
  };
  if (collective.multicast()) {
    return topology.direct() ? kind.template operator()<SpreadingHolders, true>()
                             : kind.template operator()<SpreadingHolders, false>();
  }
  if (!topology.direct()) return kind.template operator()<MovingHolders, false>();
  if (PassingHolders<std::uint16_t>::fits(topology.nodes())) {
    return kind.template operator()<PassingHolders<std::uint16_t>, true>();
  }
  return kind.template operator()<PassingHolders<std::uint32_t>, true>();
}

}  // namespace romcast
