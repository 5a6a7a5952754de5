// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/period_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "romcast/core/wording.hpp"
#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/port_book.hpp"
#include "romcast/judge/reduction_judge.hpp"

namespace romcast {
namespace {

std::uint64_t key_of(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

class PeriodJudge {
 public:
  PeriodJudge(const Topology& topology, const Collective& collective, Ports ports, Period period)
      : topology_(topology), collective_(collective), ports_(ports), period_(period.cycles) {
    verdict_.period = period;
  }

  PeriodVerdict judge(const OpenSchedule& schedule) {
    hops_ = all_hops(schedule);
    std::ranges::stable_sort(hops_, {}, &Hop::cycle);
    for (const Hop& hop : hops_) see(hop);
    for (const auto& [message, hops] : reductions_) follow(message, hops);
    for (const auto& [link, words] : loads_) verdict_.busiest = std::max(verdict_.busiest, words);
    count_stored();
    measure_flows();
    Verdict found = findings_.take();
    verdict_.violation_count = found.violation_count;
    verdict_.violations = std::move(found.violations);
    return std::move(verdict_);
  }

 private:
  // A visit of a message to a node: the cycles of the message's arrival and of its last send before
  // it arrives there again; `sent` is 0 if the node does not send the message.
  struct Passing {
    Cycle arrived = 0, sent = 0;
  };

  // From the first hop of a message to its last one.
  struct Span {
    Cycle first = 0, last = 0;
    [[nodiscard]] Cycle cycles() const { return last - first + 1; }
  };

  // Returns the number of a message's flow. Without named flows, each message of an exchange is a
  // flow; in other collectives all messages with the same source and destinations are one flow.
  [[nodiscard]] MessageId flow_of(MessageId message) const {
    if (!collective_.flows().empty()) return collective_.flow_of(message).first;
    return collective_.traits().listed ? message : message / std::max(collective_.messages(), 1U);
  }

  void measure_flows() {
    std::map<MessageId, std::vector<Span>> flows;
    std::map<MessageId, MessageId> first;
    for (const auto& [message, span] : spans_) {
      if (message >= collective_.message_numbers()) continue;
      flows[flow_of(message)].push_back(span);
      first.try_emplace(flow_of(message), message);
    }
    for (auto& [flow, words] : flows) {
      const auto slot_of = [&](const Span& word) { return (word.first - 1) % period_; };
      std::ranges::sort(words, {}, slot_of);
      FlowFigures figures{.words = static_cast<std::uint32_t>(words.size())};
      // `gap`: cycles from the latest earlier slot in which a word of the flow begins, possibly in
      // the frame before, to the slot of `word`; several words may begin in one slot.
      Cycle slot = slot_of(words.back()), gap = period_;
      for (const Span& word : words) {
        const Cycle earlier = std::exchange(slot, slot_of(word));
        if (slot > earlier) gap = slot - earlier;
        if (slot < earlier) gap = slot + period_ - earlier;
        figures.path = std::max(figures.path, word.cycles());
        figures.latency = std::max(figures.latency, gap + word.cycles() - 1);
      }
      const bool named = verdict_.named = !collective_.flows().empty();
      if (named) figures.bound = collective_.flows()[flow].latency;
      figures.name = named ? collective_.flows()[flow].name : name_of(first[flow]);
      verdict_.latency = std::max(verdict_.latency, figures.latency);
      check_latency(figures);
      verdict_.flows.push_back(std::move(figures));
    }
  }

  void check_latency(const FlowFigures& flow) {
    if (flow.bound == 0 || flow.latency <= flow.bound) return;
    findings_.report(period_, ViolationKind::latency_exceeded, [&] {
      return fmt::format("a word of flow {} may take {} cycles, at most {} are allowed", flow.name,
                         flow.latency, flow.bound);
    });
  }

  void see(const Hop& hop) {
    if (hop.kind() != HopKind::message) return;
    const Channel& channel = topology_.channel_at(hop.link);
    ++loads_[hop.link];
    const Cycle slot = (hop.cycle - 1) % period_;
    const LinkId link =
        ports_.half ? std::min(hop.link, opposite_link(topology_, hop.link)) : hop.link;
    const auto [other, first] = links_.try_emplace(key_of(link, slot), hop);
    if (!first) report_link(hop, other->second, channel);
    count_port(channel.from, slot, hop, true);
    count_port(channel.to, slot, hop, false);
    const auto [span, fresh] = spans_.try_emplace(hop.message, Span{hop.cycle, hop.cycle});
    span->second.last = hop.cycle;
    verdict_.longest = std::max(verdict_.longest, span->second.cycles());
    if (hop.message < collective_.message_numbers() && collective_.reduction_of(hop.message)) {
      reductions_[hop.message].push_back(hop);
      return;
    }
    passings_[key_of(channel.to, hop.message)].push_back({hop.cycle, 0});
    const auto visits = passings_.find(key_of(channel.from, hop.message));
    if (visits == passings_.end()) return;
    const auto passing =
        std::ranges::find_if(visits->second.rbegin(), visits->second.rend(),
                             [&](const Passing& visit) { return visit.arrived < hop.cycle; });
    if (passing == visits->second.rend()) return;
    passing->sent = hop.cycle;
    const Cycle waits = hop.cycle - passing->arrived - 1;
    verdict_.waits = std::max(verdict_.waits, waits);
    if (waits <= verdict_.period.waiting) return;
    findings_.report(hop.cycle, ViolationKind::waits_too_long, [&] {
      return fmt::format("message {} waits in {} for {} cycles, at most {} are allowed",
                         collective_.message_name(hop.message), topology_.node_name(channel.from),
                         waits, verdict_.period.waiting);
    });
  }

  // Follows a reduction: extends the message's span and reports operators that would combine two
  // pairs of words in one slot. Violations in a single frame are left to judge.hpp.
  void follow(MessageId message, const std::vector<Hop>& hops) {
    Findings of_a_frame;
    const ReductionTrace trace =
        follow_reduction(topology_, collective_, message, hops, of_a_frame);
    for (const Meeting& meeting : trace.meetings) {
      const Cycle slot = (meeting.cycle - 1) % period_;
      const auto known =
          meetings_.try_emplace(key_of(meeting.node, slot), std::pair(message, meeting.cycle));
      if (known.second) continue;
      const std::pair<MessageId, Cycle>& other = known.first->second;
      findings_.report(meeting.cycle, ViolationKind::operator_used_twice, [&] {
        return fmt::format(
            "{} combines words of {} in cycle {} and of {} in cycle {}, the same slot of a period "
            "of {}",
            topology_.node_name(meeting.node), name_of(other.first), other.second, name_of(message),
            meeting.cycle, period_);
      });
    }
    Span& span = spans_.at(message);
    if (trace.first > 0) span.first = std::min(span.first, trace.first);
    span.last = std::max(span.last, trace.last);
    verdict_.longest = std::max(verdict_.longest, span.cycles());
  }

  void report_link(const Hop& hop, const Hop& other, const Channel& channel) {
    findings_.report(hop.cycle, ViolationKind::link_over_capacity, [&] {
      return fmt::format(
          "link {} {} {}, lane {}, carries message {} in cycle {} and message {} in cycle {}, "
          "the same slot of a period of {}",
          topology_.node_name(channel.from), hop.link == other.link ? "->" : "--",
          topology_.node_name(channel.to), hop.link - channel.first_link, name_of(other.message),
          other.cycle, name_of(hop.message), hop.cycle, period_);
    });
  }

  // Counts one port of `node` for each hop, so a multicast uses a port of its sender for each link.
  void count_port(NodeId node, Cycle slot, const Hop& hop, bool sends) {
    const PortLimit limit = topology_.port_limit_of(node, ports_);
    const std::uint32_t most = sends || limit.shared ? limit.sends : limit.receives;
    if (most == kNone) return;
    auto& ports = sends || limit.shared ? sends_ : receives_;
    if (++ports[key_of(node, slot)] <= most) return;
    findings_.report(hop.cycle, ViolationKind::port_used_twice, [&] {
      return fmt::format("{} {} more than {} in slot {} of a period of {}",
                         topology_.node_name(node), sends ? "sends" : "receives",
                         counted(most, "message"), slot + 1, period_);
    });
  }

  [[nodiscard]] std::string name_of(MessageId message) const {
    return message < collective_.message_numbers() ? collective_.message_name(message)
                                                   : std::to_string(message);
  }

  // Finds the largest number of words that wait in one node. A word waits at the end of each of the
  // cycles `arrived` to `sent - 2`; at the end of cycle `sent - 1` the word does not count as
  // waiting, because it leaves in the next cycle.
  void count_stored() {
    struct Store {
      std::uint32_t always = 0;               // words that wait in every slot
      std::map<Cycle, std::int64_t> changes;  // by slot: change since the slot before
    };
    std::unordered_map<NodeId, Store> stores;
    for (const auto& [key, visits] : passings_) {
      for (const Passing& passing : visits) {
        if (passing.sent < passing.arrived + 2) continue;
        const Cycle cycles = passing.sent - passing.arrived - 1;
        Store& store = stores[static_cast<NodeId>(key >> 32)];
        store.always += cycles / period_;
        const std::uint64_t first = passing.arrived % period_, end = first + cycles % period_;
        if (first == end) continue;
        ++store.changes[static_cast<Cycle>(first)];
        --store.changes[static_cast<Cycle>(std::min<std::uint64_t>(end, period_))];
        if (end <= period_) continue;
        ++store.changes[0];
        --store.changes[static_cast<Cycle>(end - period_)];
      }
    }
    for (const auto& [node, store] : stores) {
      std::int64_t words = store.always;
      verdict_.stored = std::max(verdict_.stored, store.always);
      for (const auto& [slot, more] : store.changes) {
        words += more;
        verdict_.stored = std::max(verdict_.stored, static_cast<std::uint32_t>(words));
      }
    }
  }

  const Topology& topology_;
  const Collective& collective_;
  const Ports ports_;
  const Cycle period_;
  std::vector<Hop> hops_;
  PeriodVerdict verdict_;
  Findings findings_;
  std::unordered_map<std::uint64_t, Hop> links_;                       // by link and slot
  std::unordered_map<std::uint64_t, std::uint32_t> sends_, receives_;  // by node and slot
  // For each node and message: the visits in order of arrival.
  std::unordered_map<std::uint64_t, std::vector<Passing>> passings_;
  std::map<MessageId, Span> spans_;
  std::map<LinkId, std::uint32_t> loads_;
  std::map<MessageId, std::vector<Hop>> reductions_;
  std::unordered_map<std::uint64_t, std::pair<MessageId, Cycle>> meetings_;  // by node and slot
};

}  // namespace

PeriodVerdict judge_period(const Topology& topology, const Collective& collective, Ports ports,
                           const OpenSchedule& schedule, Period period) {
  return PeriodJudge(topology, collective, ports, period).judge(schedule);
}

}  // namespace romcast
