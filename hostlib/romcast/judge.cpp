#include "romcast/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "romcast/judge_holders.hpp"
#include "romcast/judge_queues.hpp"

namespace romcast {
namespace {

constexpr std::size_t kDescribed = 1000;

constexpr std::array<std::string_view, 7> kNames{
    "sent-before-arrival", "port-used-twice",  "link-over-capacity", "delivered-twice",
    "message-lost",        "unwanted-message", "queue-too-deep"};

}  // namespace

std::string_view name(ViolationKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

class Judge::State {
 public:
  State(const Topology& topology, const Collective& collective, Ports ports,
        std::optional<QueueLimit> limit)
      : topology_(topology),
        collective_(collective),
        ports_(ports),
        numbers_(collective.message_numbers()),
        holders_(
            make_holders(topology_, collective_, limit && limit->kind == QueueKind::per_input)),
        journal_(topology_, collective_, ports, limit),
        node_used_(ports.single() ? topology.nodes() : 0, 0),
        link_used_(topology.links(), 0) {
    if (topology.processors() != collective.processors()) {
      throw std::logic_error("judge: collective and topology differ in processors");
    }
    verdict_.expected = collective.expected_deliveries();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void step(std::span<const Hop> hops) {
    if (hops.empty()) return;
    if (hops.front().cycle <= cycle_) throw std::logic_error("judge: cycles must ascend from 1");
    cycle_ = hops.front().cycle;
    ++step_;
    journal_.begin(cycle_);
    verdict_.hops += hops.size();
    arrivals_.clear();
    for (const Hop& hop : hops) {
      if (hop.cycle != cycle_) throw std::logic_error("judge: hops of several cycles in one step");
      const ChannelId channel = topology_.channel_of(hop.link);
      check_ports(hop, topology_.channels()[channel]);
      check_send(hop, channel);
    }
    // Only now, because a message received in a cycle cannot be sent on in the same one.
    for (const auto& [channel, message] : arrivals_) receive(channel, message);
  }

  Verdict finish() {
    QueueJournal::Figures figures = journal_.finish();
    verdict_.levels = std::move(figures.levels);
    for (const LevelQueues& level : verdict_.levels) {
      verdict_.max_queue = std::max(verdict_.max_queue, level.max_queue);
      verdict_.max_waiting = std::max(verdict_.max_waiting, level.max_waiting);
    }
    report_lost();
    auto& all = verdict_.violations;
    // A copy too many that strands; after other violations it would only repeat them.
    if (verdict_.violation_count == 0) {
      verdict_.violation_count = figures.stranded_count;
      all = std::move(figures.stranded);
    }
    verdict_.violation_count += figures.violations.size();
    std::ranges::move(figures.violations, std::back_inserter(all));
    std::ranges::stable_sort(all, {}, &Violation::cycle);
    if (all.size() > kDescribed) all.resize(kDescribed);
    return std::move(verdict_);
  }

 private:
  // Describes a violation only as long as somebody will read it.
  template <class Text>
  void report(ViolationKind kind, Text text) {
    if (++verdict_.violation_count <= kDescribed) {
      verdict_.violations.push_back({cycle_, kind, text()});
    }
  }

  void check_ports(const Hop& hop, const Channel& channel) {
    if (std::exchange(link_used_[hop.link], step_) == step_) {
      report(ViolationKind::link_over_capacity, [&] {
        return fmt::format("link {} -> {}, lane {}, carries a second message, {}",
                           topology_.node_name(channel.from), topology_.node_name(channel.to),
                           hop.link - channel.first_link, message_name(hop.message));
      });
    }
    if (ports_.single() && std::exchange(node_used_[channel.from], step_) == step_) {
      report(ViolationKind::port_used_twice, [&] {
        return fmt::format("{} sends a second message in one cycle, {} to {}",
                           topology_.node_name(channel.from), message_name(hop.message),
                           topology_.node_name(channel.to));
      });
    }
  }

  // A message that its sender does not hold does not move; one sent on a busy port does.
  void check_send(const Hop& hop, ChannelId channel) {
    const NodeId from = topology_.channels()[channel].from;
    if (hop.message >= numbers_) {
      report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..{}",
                           topology_.node_name(from), hop.message, numbers_ - 1);
      });
      return;
    }
    // A message nobody wants never gets into a switch, so processors need a look, switches not.
    if (topology_.is_processor(from) && to_itself(hop.message)) return report_to_itself(hop, from);
    ChannelId came_by = kNone;
    if (holders_->send(hop.message, from, came_by)) {
      journal_.add(channel, hop.message, came_by);
      arrivals_.emplace_back(channel, hop.message);
    } else if (to_itself(hop.message)) {
      report_to_itself(hop, from);
    } else {
      report(ViolationKind::sent_before_arrival, [&] {
        return fmt::format("{} sends message {} to {} but does not hold it",
                           topology_.node_name(from), message_name(hop.message),
                           topology_.node_name(topology_.channels()[channel].to));
      });
    }
  }

  void receive(ChannelId channel, MessageId message) {
    const NodeId at = topology_.channels()[channel].to;
    if (!topology_.is_processor(at)) return holders_->arrive(message, at, channel);
    if (collective_.origin(message) == at) return;  // hears itself: harmless
    if (!collective_.multicast() && collective_.destination(message) != at) {
      holders_->arrive(message, at, channel);
      report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} receives message {}, which is for {}", topology_.node_name(at),
                           message_name(message),
                           topology_.node_name(collective_.destination(message)));
      });
    } else if (holders_->deliver(message, at)) {
      ++verdict_.delivered;
      verdict_.cycles = cycle_;
    } else {
      report(ViolationKind::delivered_twice, [&] {
        return fmt::format("{} receives message {} again", topology_.node_name(at),
                           message_name(message));
      });
    }
  }

  // Describes the first of the missing pairs, counts all.
  void report_lost() {
    const std::uint64_t missing = verdict_.expected - verdict_.delivered;
    const std::uint64_t shown = std::min<std::uint64_t>(missing, kDescribed);
    std::uint64_t found = 0;
    const auto look = [&](MessageId message, NodeId processor) {
      if (!collective_.wants(message, processor) || holders_->delivered(message, processor)) return;
      ++found;
      report(ViolationKind::message_lost, [&] {
        return fmt::format("{} never receives message {}", topology_.node_name(processor),
                           message_name(message));
      });
    };
    for (std::uint64_t i = 0; i < numbers_ && found < shown; ++i) {
      const auto message = static_cast<MessageId>(i);
      if (!collective_.multicast()) {
        look(message, collective_.destination(message));
        continue;
      }
      for (NodeId p = 0; p < topology_.processors() && found < shown; ++p) look(message, p);
    }
    verdict_.violation_count += missing - found;
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
  const Ports ports_;
  const std::uint64_t numbers_;
  const std::unique_ptr<Holders> holders_;
  QueueJournal journal_;
  std::vector<std::uint32_t> node_used_, link_used_;  // step of the latest use
  std::vector<std::pair<ChannelId, MessageId>> arrivals_;
  Cycle cycle_ = 0;
  std::uint32_t step_ = 0;
  Verdict verdict_;
};

Judge::Judge(const Topology& topology, const Collective& collective, Ports ports,
             std::optional<QueueLimit> limit)
    : state_(std::make_unique<State>(topology, collective, ports, limit)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;

void Judge::step(std::span<const Hop> hops) { state_->step(hops); }
Verdict Judge::finish() { return state_->finish(); }

Verdict judge(const Topology& topology, const Collective& collective, Ports ports,
              const OpenSchedule& schedule, std::optional<QueueLimit> limit) {
  Judge judge(topology, collective, ports, limit);
  const std::unique_ptr<Schedule> pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) judge.step(hops);
  return judge.finish();
}

}  // namespace romcast
