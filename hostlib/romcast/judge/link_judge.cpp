// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/link_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

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

// Messages that stay what they are, on links that take a hop or a packet at a time. `Held`: the
// kind of Holders.
template <class Held>
class LinkJudge final : public Judge::State {
 public:
  LinkJudge(const Topology& topology, const Collective& collective, Ports ports,
            std::optional<QueueLimit> limit, Timing timing, const std::vector<char>& here)
      : topology_(topology),
        collective_(collective),
        all_(here.empty()),
        direct_(topology.direct()),
        timed_(!timing.plain()),
        multicast_(collective.multicast()),
        numbers_(collective.message_numbers()),
        ends_(collective_),
        holders_(topology_, collective_, limit && limit->kind == QueueKind::per_input),
        book_(topology, ports, timing),
        delay_(collective_, topology.crossbar()) {
    if (direct_) {
      stores_.emplace(topology_, collective_, limit, here);
    } else {
      journal_.emplace(topology_, collective_, ports, limit, here);
    }
    if (timed_)
      came_.emplace(collective_.message_numbers(), topology.nodes(),
                    direct_ && !collective_.multicast());
    if (collective.combines()) throw std::logic_error("judge: only LogP machines combine");
    if (topology.processors() != collective.processors()) {
      throw std::logic_error("judge: collective and topology differ in processors");
    }
    verdict_.expected = collective.expected_deliveries();
    for (LinkId link = 0; link < topology.links(); ++link) {
      const ChannelId channel = topology.channel_of(link);
      const Channel& along = topology.channels()[channel];
      links_.push_back({along.from, along.to, channel, all_ || here[along.from] != 0,
                        all_ || here[along.to] != 0});
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      forwards_.push_back(topology.forwards(node) ? 1 : 0);
    }
  }

  void step(std::span<const Hop> hops) override {
    if (hops.empty()) return;
    if (hops.front().cycle <= cycle_) throw std::logic_error("judge: cycles must ascend from 1");
    cycle_ = hops.front().cycle;
    stores_ ? stores_->begin(cycle_) : journal_->begin(cycle_);
    arrivals_.clear();
    constexpr std::size_t ahead = 16;
    for (const Hop& hop : hops.first(std::min(ahead, hops.size()))) holders_.expect(hop);
    bool startups = false;
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (i + ahead < hops.size()) holders_.expect(hops[i + ahead]);
      startups |= send(hops[i]);
    }
    if (startups) begin_packets(hops);
    if (stores_) stores_->all_sent();
    // Only now, because a message received in a cycle cannot be sent on in the same one.
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      if (i + ahead < arrivals_.size()) expect(arrivals_[i + ahead]);
      receive(arrivals_[i]);
    }
  }

  void end(Cycle last) override {
    if (stores_) stores_->begin(last);
  }

  Verdict finish() override {
    QueueJournal::Figures figures = journal_ ? journal_->finish() : QueueJournal::Figures{};
    if (stores_) {
      StoreCounters::Figures stores = stores_->finish();
      figures.switches = std::move(stores.switches);
      figures.violations = std::move(stores.violations);
    }
    switches_ = std::move(figures.switches);
    verdict_.levels = by_level(switches_, topology_.levels());
    for (const LevelQueues& level : verdict_.levels) {
      verdict_.max_queue = std::max(verdict_.max_queue, level.max_queue);
      verdict_.max_waiting = std::max(verdict_.max_waiting, level.max_waiting);
    }
    verdict_.item_delay = delay_.longest();
    if (all_) report_lost(topology_, collective_, holders_, cycle_, findings_);
    auto& all = verdict_.violations;
    // A copy too many that strands; after other violations it would only repeat them.
    if (verdict_.violation_count == 0) {
      verdict_.violation_count = figures.stranded_count;
      all = std::move(figures.stranded);
    }
    verdict_.violation_count += figures.violations.size();
    std::ranges::move(figures.violations, std::back_inserter(all));
    return findings_.take();
  }

  [[nodiscard]] std::vector<LevelQueues> switches() const override { return switches_; }

 private:
  struct Arrival {
    ChannelId channel;
    NodeId at;
    MessageId message;
    std::uint32_t packet;
    MessageEnds::Ends ends;  // of the message, where a processor receives it
  };

  struct Link {
    NodeId from, to;
    ChannelId channel;
    bool from_here, to_here;  // these ends are judged here
  };

  // True if it is the start-up of a packet, which is for later.
  bool send(const Hop& hop) {
    if (hop.cycle != cycle_) throw std::logic_error("judge: hops of several cycles in one step");
    const Link& link = links_[hop.link];
    const NodeId to = link.to == kNone ? hop.to : link.to;
    if (to >= topology_.nodes()) throw std::logic_error("judge: a hop that goes nowhere");
    if (hop.starts()) return true;
    verdict_.hops += link.from_here ? 1 : 0;
    const PortBook::Use use = book_.message(cycle_, hop.link, to);
    if (use.wrong != 0) check_use(use, hop, to);
    check_send(hop, link, to, use);
    return false;
  }

  // After the messages, which end in this cycle, so that the order of its hops does not matter.
  void begin_packets(std::span<const Hop> hops) {
    for (const Hop& hop : hops) {
      if (!hop.starts()) continue;
      const NodeId to = topology_.end_of(hop.link, hop.to);
      check_use(book_.startup(cycle_, hop.link, to), hop, to);
    }
  }

  template <class Text>
  void report(ViolationKind kind, Text text) {
    findings_.report(cycle_, kind, text);
  }

  void check_use(const PortBook::Use& use, const Hop& hop, NodeId to) {
    const auto what = [&] {
      return hop.starts() ? "a start-up" : "message " + message_name(hop.message);
    };
    report_use(topology_, use, hop, to, what, findings_);
  }

  // A message that its sender does not hold does not move; one sent on a busy port does.
  void check_send(const Hop& hop, const Link& link, NodeId to, const PortBook::Use& use) {
    const NodeId from = link.from;
    if (hop.message >= numbers_) {
      report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..{}",
                           topology_.node_name(from), hop.message, numbers_ - 1);
      });
      return;
    }
    // A message nobody wants never gets into a switch, so processors need a look, switches not.
    const bool outside = topology_.is_processor(from) || topology_.is_processor(to);
    const MessageEnds::Ends ends =
        outside || direct_ ? ends_.of(hop.message) : MessageEnds::Ends{kNone, kNone};
    if (!multicast_ && ends.origin == ends.destination && topology_.is_processor(from)) {
      return report_to_itself(hop, from);
    }
    const Arrival arrival{link.channel, to, hop.message, use.packet, ends};
    if (!link.from_here) return arrive_from_elsewhere(link, arrival);
    ChannelId came_by = kNone;
    const bool makes = holders_.makes(hop.message, from);
    if (holders_.send(hop.message, from, came_by)) {
      delay_.begin(hop.message, cycle_ - 1);
      if (direct_ && forwards_[from] == 0) check_forwards(hop, ends, from, to);
      if (timed_) check_complete(hop, makes, from, to, use);
      if (stores_) {
        if (!makes && (multicast_ || ends.destination != from)) stores_->send(from);
      } else {
        journal_->add(link.channel, hop.message, came_by);
      }
      if (link.to_here) arrivals_.push_back(arrival);
    } else if (to_itself(hop.message)) {
      report_to_itself(hop, from);
    } else {
      report(ViolationKind::sent_before_arrival, [&] {
        return fmt::format("{} sends message {} to {} but does not hold it",
                           topology_.node_name(from), message_name(hop.message),
                           topology_.node_name(to));
      });
    }
  }

  // Whether its sender held it another judge knows.
  void arrive_from_elsewhere(const Link& link, const Arrival& arrival) {
    if (!link.to_here) return;
    if (journal_) journal_->add(link.channel, arrival.message, kNone);
    arrivals_.push_back(arrival);
  }

  // Some processors send what is their own alone.
  void check_forwards(const Hop& hop, const MessageEnds::Ends& ends, NodeId from, NodeId to) {
    if (ends.origin == from) return;
    report(ViolationKind::does_not_forward, [&] {
      return fmt::format("{} sends message {} to {}, but is an endpoint and forwards nothing",
                         topology_.node_name(from), message_name(hop.message),
                         topology_.node_name(to));
    });
  }

  // Store and forward: the packet by which a message came must be complete before the one by which
  // it leaves begins.
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

  void expect(const Arrival& arrival) const {
    if (arrival.ends.destination == arrival.at) holders_.expect_delivery(arrival.message);
  }

  void receive(const Arrival& arrival) {
    const ChannelId channel = arrival.channel;  // no binding: clang 14 cannot capture those
    const MessageId message = arrival.message;
    const NodeId at = arrival.at;
    const NodeId wanted = arrival.ends.destination;
    if (timed_) note_packet(message, at, arrival.packet);
    const bool unicast = !multicast_;
    if (!topology_.is_processor(at) || (direct_ && unicast && wanted != at) ||
        (direct_ && passes_through(message, at))) {
      if (stores_ && !unicast && holders_.delivered(message, at)) return report_again(message, at);
      if (stores_) stores_->arrive(at);
      return holders_.arrive(message, at, channel);
    }
    if (arrival.ends.origin == at) return;  // hears itself: harmless
    if (unicast ? wanted != at : passes_through(message, at)) {
      holders_.arrive(message, at, channel);
      report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} receives message {}, which is for {}", topology_.node_name(at),
                           message_name(message),
                           wanted == kNone ? "others" : topology_.node_name(wanted));
      });
    } else if (holders_.deliver(message, at)) {
      if (stores_ && !unicast) stores_->arrive(at);
      ++verdict_.delivered;
      verdict_.cycles = cycle_;
      delay_.end(message, cycle_);
    } else {
      report_again(message, at);
    }
  }

  void report_again(MessageId message, NodeId at) {
    report(ViolationKind::delivered_twice, [&] {
      return fmt::format("{} receives message {} again", topology_.node_name(at),
                         message_name(message));
    });
  }

  // What a node has from the start or before, and keeps, does not wait for a copy that comes later.
  void note_packet(MessageId message, NodeId at, std::uint32_t packet) {
    const bool keeps = collective_.multicast() || (!direct_ && topology_.is_processor(at));
    if (keeps && (collective_.origin(message) == at || came_->get(message, at) != kNone)) return;
    came_->put(message, at, packet);
  }

  // It has many destinations, and this processor is none of them.
  [[nodiscard]] bool passes_through(MessageId message, NodeId at) const {
    return collective_.passes() && collective_.origin(message) != at &&
           !collective_.wants(message, at);
  }

  [[nodiscard]] bool to_itself(MessageId message) const {
    return !collective_.multicast() &&
           collective_.origin(message) == collective_.destination(message);
  }

  void report_to_itself(const Hop& hop, NodeId from) {
    report(ViolationKind::unwanted_message, [&] {
      return fmt::format("{} sends message {}, which its destination holds from the start",
                         topology_.node_name(from), message_name(hop.message));
    });
  }

  [[nodiscard]] std::string message_name(MessageId message) const {
    return message < numbers_ ? collective_.message_name(message) : std::to_string(message);
  }

  const Topology& topology_;
  const Collective collective_;
  const bool all_;  // nodes are judged here
  const bool direct_;
  const bool timed_;  // packets must be told apart
  const bool multicast_;
  const std::uint64_t numbers_;
  const MessageEnds ends_;
  Held holders_;
  std::vector<Link> links_;
  std::vector<char> forwards_;  // by node
  PortBook book_;
  std::optional<QueueJournal> journal_;  // networks with switches of their own
  std::optional<StoreCounters> stores_;  // direct networks
  std::optional<ArrivalBook> came_;      // with timing: by which packet
  ItemDelay delay_;
  std::vector<Arrival> arrivals_;
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
  const auto make = [&]<class Held>(std::in_place_type_t<Held>) -> std::unique_ptr<Judge::State> {
    return std::make_unique<LinkJudge<Held>>(topology, collective, ports, limit, timing, here);
  };
  if (collective.multicast()) return make(std::in_place_type<SpreadingHolders>);
  if (!topology.direct()) return make(std::in_place_type<MovingHolders>);
  if (PassingHolders<std::uint16_t>::fits(topology.nodes())) {
    return make(std::in_place_type<PassingHolders<std::uint16_t>>);
  }
  return make(std::in_place_type<PassingHolders<std::uint32_t>>);
}

}  // namespace romcast
