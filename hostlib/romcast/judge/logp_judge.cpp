// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/logp_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/judge/logp_judge_holdings.hpp"
#include "romcast/judge/logp_judge_queues.hpp"

namespace romcast {
namespace {

class LogpJudge final : public Judge::State {
 public:
  LogpJudge(const Topology& topology, const Collective& collective, Ports ports,
            std::optional<QueueLimit> limit, Timing timing)
      : topology_(topology),
        collective_(collective),
        timing_(timing),
        adds_(collective.traits().addition > 0),
        computes_(collective.computes()),
        ports_(topology_, collective_, ports.single() ? 1 : ports.count, timing_, adds_, findings_),
        holdings_(collective.combines() ? make_combining_holdings(topology_, collective_, findings_)
                                        : make_moving_holdings(topology_, collective_, findings_)),
        places_(limit ? limit->depth : kNone),
        taken_at_(timing.buffered ? topology.processors() : 0, 0) {
    if (timing.buffered) queues_.emplace(topology.processors());
    findings_.verdict().expected = collective.expected_deliveries();
  }

  void step(std::span<const Hop> hops) override {
    if (hops.empty()) return;
    if (hops.front().cycle <= cycle_) throw std::logic_error("judge: cycles must ascend from 1");
    const Cycle next = hops.front().cycle;
    if (queues_) check_turns(next == cycle_ + 1 ? hops : std::span<const Hop>{});
    const Cycle last = std::exchange(cycle_, next);
    advance(cycle_ - 1);
    if (queues_ && cycle_ > last + 1) report_waiting(last + 1);
    for (const Hop& hop : hops) {
      if (hop.cycle != cycle_) throw std::logic_error("judge: hops of several cycles in one step");
      begin(hop);
    }
    if (!queues_) return;
    // A message can be taken in the cycle in which it arrives.
    arrive(cycle_);
    for (const Hop& hop : hops) {
      if (taking(hop)) take(hop);
    }
    queues_->end_time();
  }

  Verdict finish() override {
    if (queues_) check_turns({});
    advance(kForever);
    if (queues_) report_waiting(LogpTime{cycle_} + 1);
    holdings_->finish(cycle_);
    Verdict& verdict = findings_.verdict();
    if (queues_) {
      verdict.max_queue = queues_->max_queue();
      verdict.max_waiting = queues_->max_waiting();
    }
    verdict.levels = {
        {.level = 1, .max_queue = verdict.max_queue, .max_waiting = verdict.max_waiting}};
    return findings_.take();
  }

 private:
  static constexpr LogpTime kForever = ~LogpTime{0};
  static constexpr std::ptrdiff_t kLanes = 2;  // limit of the arrivals at a queue at one time

  // A processor takes a message from its queue.
  struct Turn {
    NodeId processor = 0;
    MessageId message = 0;
    LogpTime since = 0;  // start of the message's wait
  };

  [[nodiscard]] bool taking(const Hop& hop) const { return queues_ && hop.to == hop.link; }

  // Processes the events up to this time. Every kind of event has a fixed delay after its send, so
  // the events of one kind occur in the order of the sends.
  void advance(LogpTime time) {
    const auto due = [&](std::size_t index, LogpTime delay) {
      return index < sends_.size() && sends_[index].time + delay <= time;
    };
    if (queues_) {
      arrive(time);
      return queues_->end_time();
    }
    for (; due(left_, timing_.latency); ++left_) ports_.leave(sends_[left_]);
    for (; due(begun_, timing_.overhead + timing_.latency); ++begun_) {
      ports_.receive(sends_[begun_]);
    }
    const LogpTime delay = LogpTime{timing_.delay()} + (adds_ ? 1 : 0);
    for (; due(0, delay); --left_, --begun_) {
      const LogpSend sent = sends_.front();
      sends_.pop_front();
      if (sent.held) holdings_->receive(sent, cycle_of(sent.time + delay));
    }
  }

  // Puts the messages that arrive by this time into the queues.
  void arrive(LogpTime time) {
    while (!sends_.empty() && sends_.front().time + timing_.latency <= time) {
      const LogpSend sent = sends_.front();
      sends_.pop_front();
      ports_.leave(sent);
      if (sent.held) check_arrival(sent);
      const bool last = sends_.empty() || sends_.front().time != sent.time;
      if (last && sent.time + timing_.latency < time) queues_->end_time();
    }
  }

  void check_arrival(const LogpSend& sent) {
    const LogpTime time = sent.time + timing_.latency;
    check_depth(sent, queues_->arrive(sent.to, sent.message, time), time);
    const auto& waiting = queues_->at(sent.to);
    const auto together = std::ranges::count(waiting, time, &ArrivalQueues::Waiting::since);
    if (together <= kLanes) return;
    findings_.report(cycle_of(time), ViolationKind::capacity_exceeded, [&] {
      return fmt::format("{} messages come to {} at time {}; its queue takes {} at a time",
                         together, topology_.node_name(sent.to), time, kLanes);
    });
  }

  void check_depth(const LogpSend& sent, std::uint32_t depth, LogpTime time) {
    if (depth <= places_) return;
    findings_.report(cycle_of(time), ViolationKind::queue_too_deep, [&] {
      return fmt::format(
          "{} has {} messages in its queue when message {} arrives at time {}; {} fit",
          topology_.node_name(sent.to), depth, message_name(sent.message), time, places_);
    });
  }

  void begin(const Hop& hop) {
    const LogpTime time = hop.cycle - 1;
    if (computes_ && hop.computes()) {
      ports_.add(time, hop.link, hop.to);
      return holdings_->add(time, hop.link, hop.to);
    }
    if (hop.to >= topology_.nodes()) throw std::logic_error("judge: a hop that goes nowhere");
    if (taking(hop)) return;
    if (hop.to == hop.link || hop.starts()) return report_impossible(hop);
    ++findings_.verdict().hops;
    LogpSend sent{.time = time, .from = hop.link, .to = hop.to, .message = hop.message};
    ports_.send(sent);
    sent.held = holdings_->send(sent);
    sends_.push_back(sent);
  }

  void report_impossible(const Hop& hop) {
    const bool startup = hop.starts();
    findings_.report(
        cycle_, startup ? ViolationKind::startup_not_paid : ViolationKind::unwanted_message, [&] {
          return fmt::format("{} sends {}", topology_.node_name(hop.link),
                             startup ? "a start-up, which this machine does not have"
                                     : fmt::format("message {} to itself", hop.message));
        });
  }

  void take(const Hop& hop) {
    const NodeId processor = hop.link;
    if (std::exchange(taken_at_[processor], cycle_) == cycle_) {
      findings_.report(cycle_, ViolationKind::gap_too_short, [&] {
        return fmt::format("{} takes message {} and another one from its queue in one cycle",
                           topology_.node_name(processor), message_name(hop.message));
      });
    }
    if (const auto since = queues_->take(processor, hop.message)) {
      turns_.push_back({processor, hop.message, *since});
      return holdings_->receive({.to = processor, .message = hop.message}, cycle_);
    }
    findings_.report(cycle_, ViolationKind::sent_before_arrival, [&] {
      return fmt::format("{} takes message {}, which is not in its queue",
                         topology_.node_name(processor), message_name(hop.message));
    });
  }

  // Checks the messages that processors took from their queues in cycle `cycle_`; `next`: the hops
  // of the next cycle. A processor must take a message that has waited longest. In a broadcast,
  // where messages stay in a store, the processor must instead take the message that it sends in
  // `next`, if that message waits. Also reports messages that wait at a processor that took none.
  void check_turns(std::span<const Hop> next) {
    std::unordered_map<NodeId, MessageId> sends;
    for (const Hop& hop : next) {
      const bool stores = collective_.traits().one_to_all();
      if (stores && !taking(hop)) sends.emplace(hop.link, hop.message);
    }
    for (const Turn& turn : turns_) {
      const auto& waiting = queues_->at(turn.processor);
      const auto wanted = sends.find(turn.processor);
      if (wanted != sends.end()) {
        if (wanted->second == turn.message) continue;
        if (std::ranges::find(waiting, wanted->second, &ArrivalQueues::Waiting::message) !=
            waiting.end()) {
          report_turn(turn, wanted->second, "which it sends next");
          continue;
        }
      }
      if (!waiting.empty() && waiting.front().since < turn.since) {
        report_turn(turn, waiting.front().message, "which came first");
      }
    }
    if (cycle_ > 0) {
      std::ranges::sort(turns_, {}, &Turn::processor);
      for (NodeId p = 0; p < queues_->processors(); ++p) {
        if (!std::ranges::binary_search(turns_, p, {}, &Turn::processor)) report_waiting(p, cycle_);
      }
    }
    turns_.clear();
  }

  void report_turn(const Turn& turn, MessageId other, const char* why) {
    findings_.report(cycle_, ViolationKind::taken_out_of_turn, [&] {
      return fmt::format("{} takes message {} from its queue, but message {} waits, {}",
                         topology_.node_name(turn.processor), message_name(turn.message),
                         message_name(other), why);
    });
  }

  // From `time` until now no processor took a message: reports all messages that wait.
  void report_waiting(LogpTime time) {
    for (NodeId p = 0; p < queues_->processors(); ++p) report_waiting(p, time);
  }
  // Reports the messages that wait at a processor, each message only once in all calls.
  void report_waiting(NodeId processor, LogpTime time) {
    for (ArrivalQueues::Waiting& one : queues_->at(processor)) {
      if (std::exchange(one.reported, true)) continue;
      const LogpTime since = std::max(time, one.since);
      findings_.report(cycle_of(since), ViolationKind::taken_out_of_turn, [&] {
        return fmt::format("{} takes nothing from its queue at time {}, but message {} waits",
                           topology_.node_name(processor), since, message_name(one.message));
      });
    }
  }

  [[nodiscard]] std::string message_name(MessageId message) const {
    return message < collective_.message_numbers() ? collective_.message_name(message)
                                                   : std::to_string(message);
  }

  const Topology& topology_;
  const Collective collective_;
  const Timing timing_;
  const bool adds_;      // receptions are followed by an addition
  const bool computes_;  // hops may be computations
  Findings findings_;
  LogpPorts ports_;
  const std::unique_ptr<Holdings> holdings_;
  std::optional<ArrivalQueues> queues_;
  const std::uint32_t places_;   // slots of a queue
  std::vector<Cycle> taken_at_;  // buffered: by processor, cycle of the last message taken
  std::vector<Turn> turns_;      // buffered: messages taken in cycle `cycle_`
  std::deque<LogpSend> sends_;   // messages in flight
  std::size_t left_ = 0;         // number of `sends_` that are no longer in transit
  std::size_t begun_ = 0;        // number of `sends_` whose reception has begun
  Cycle cycle_ = 0;
};

void check(const Topology& topology, const Collective& collective, Ports ports, Timing timing) {
  if (!topology.crossbar()) {
    throw InputError({"timing"}, "only fully connected networks are LogP machines");
  }
  const bool postal = timing.overhead == 0 && timing.gap == 1 && !collective.combines();
  if (!ports.single() &&
      (ports.kind != Ports::Kind::several || ports.count < 1 || !postal || timing.buffered)) {
    throw InputError({"ports"}, "machines with several ports have a latency alone");
  }
  if (timing.buffered && !postal) {
    throw InputError({"timing"}, "buffered machines have no overhead and do not combine");
  }
  if (timing.latency == 0 || timing.gap == 0 || timing.startup > 0 || timing.per_message != 1) {
    throw InputError({"timing"}, "no timing of a LogP machine");
  }
}

}  // namespace

std::unique_ptr<Judge::State> make_logp_judge(const Topology& topology,
                                              const Collective& collective, Ports ports,
                                              std::optional<QueueLimit> limit, Timing timing) {
  check(topology, collective, ports, timing);
  return std::make_unique<LogpJudge>(topology, collective, ports, limit, timing);
}

}  // namespace romcast
