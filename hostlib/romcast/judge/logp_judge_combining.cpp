// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <deque>

#include "romcast/core/error.hpp"
#include "romcast/core/paged.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/judge/contributions.hpp"
#include "romcast/judge/logp_judge_holdings.hpp"

namespace romcast {
namespace {

class CombiningHoldings final : public Holdings {
 public:
  CombiningHoldings(const Topology& topology, const Collective& collective, Findings& findings)
      : topology_(topology),
        collective_(collective),
        summation_(collective.traits().addition > 0),
        reduces_(collective.has_source() && !summation_),
        findings_(findings),
        nodes_(topology.processors()),
        held_(collective.values() * nodes_, Held{}),
        added_(summation_ ? topology.processors() : 0) {}

  bool send(const LogpSend& sent) override {
    const Cycle cycle = cycle_of(sent.time + 1);
    const std::uint64_t numbers = collective_.message_numbers();
    if (sent.message >= numbers) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..{}", name(sent.from),
                           sent.message, numbers - 1);
      });
      return false;
    }
    if ((reduces_ || summation_) && sent.from == collective_.source()) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {} to {}, but it is where it shall end",
                           name(sent.from), collective_.message_name(sent.message), name(sent.to));
      });
      return false;
    }
    const Held& sender = held(sent.message, sent.from);
    const bool all = sent.message < collective_.values();
    if (!all && sender.whole) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format(
            "{} sends message {}, but its own value cannot be left out of what came "
            "combined of all",
            name(sent.from), sent.message);
      });
    }
    Parcel parcel{.values = all ? sender.values : sender.values.without(sent.from),
                  .in_order = all ? sender.all_in_order : sender.others_in_order};
    if (parcel.values.empty()) {
      findings_.report(cycle, ViolationKind::sent_before_arrival, [&] {
        return fmt::format("{} sends message {} to {} at time {} but has received nothing",
                           name(sent.from), collective_.message_name(sent.message), name(sent.to),
                           sent.time);
      });
      return false;
    }
    if (summation_) parcel.operands = added_[sent.from].received + (all ? own(sent) : 0);
    parcels_.push_back(std::move(parcel));
    return true;
  }

  void receive(const LogpSend& sent, Cycle cycle) override {
    const Parcel parcel = std::move(parcels_.front());
    parcels_.pop_front();
    Held& receiver = held(sent.message, sent.to);
    const std::uint64_t before = receiver.values.size();
    // A complete result replaces the partial one.
    if (!summation_ && parcel.values.size() == nodes_) {
      receiver = {parcel.values, parcel.in_order, false, true};
    } else {
      add_values(receiver, parcel, sent, cycle);
    }
    Verdict& verdict = findings_.verdict();
    const bool counts = !reduces_ || sent.to == collective_.source();
    if (counts) verdict.cycles = std::max(verdict.cycles, cycle);
    if (summation_) {
      added_[sent.to].received += parcel.operands;
    } else if (collective_.wants(sent.message, sent.to)) {
      verdict.delivered += receiver.values.size() - before;
    }
  }

  void add(LogpTime time, NodeId processor, std::uint32_t count) override {
    Added& added = added_[processor];
    added.own += std::exchange(added.coming, count);
    added.until = time + count;
    added.takes_part = true;
    Verdict& verdict = findings_.verdict();
    verdict.cycles = std::max(verdict.cycles, cycle_of(added.until));
  }

  void finish(Cycle cycle) override {
    if (summation_) return finish_summation(cycle);
    bool in_order = true;
    for (MessageId value = 0; value < collective_.values(); ++value) {
      for (NodeId p = 0; p < nodes_; ++p) {
        if (!collective_.wants(value, p)) continue;
        const Held& has = held(value, p);
        in_order = in_order && has.all_in_order && has.values.size() == nodes_;
        if (has.values.size() < nodes_) report_lost(value, p, has.values, cycle);
      }
    }
    findings_.verdict().ordered = in_order && !twice_;
  }

 private:
  struct Parcel {
    Contributions values;
    bool in_order = true;
    std::uint64_t operands = 0;
  };
  // The contributions to one value that a processor has combined so far.
  struct Held {
    Contributions values{};
    bool all_in_order = true, others_in_order = true;
    bool whole = false;  // it received the complete result
  };
  // A processor's operands of a summation.
  struct Added {
    std::uint64_t own = 1;       // own operands added; the first needs no addition
    std::uint64_t received = 0;  // operands of other processors
    std::uint32_t coming = 0;    // own operands being added, done at time `until`
    LogpTime until = 0;
    bool takes_part = false;
  };

  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }
  Held& held(MessageId message, NodeId processor) {
    Held& held = held_.at(std::uint64_t{collective_.value_of(message)} * nodes_ + processor);
    if (held.values.empty()) held.values = Contributions(processor);
    return held;
  }

  void add_values(Held& receiver, const Parcel& parcel, const LogpSend& sent, Cycle cycle) {
    const NodeId twice = receiver.values.add(parcel.values);
    if (twice != kNone) {
      twice_ = true;
      findings_.report(cycle, ViolationKind::counted_twice, [&] {
        return fmt::format("{} combines the value of {} again, which comes with message {} from {}",
                           name(sent.to), name(twice), collective_.message_name(sent.message),
                           name(sent.from));
      });
    }
    receiver.all_in_order = receiver.all_in_order && parcel.in_order && receiver.values.one_range();
    receiver.others_in_order = receiver.others_in_order && parcel.in_order &&
                               receiver.values.ranges().size() <= 3 &&
                               receiver.values.without(sent.to).one_range();
  }

  // Marks the sender as taking part; returns how many of its own operands the sender has added when
  // the send begins.
  std::uint64_t own(const LogpSend& sent) {
    Added& added = added_[sent.from];
    added.takes_part = true;
    if (added.until <= sent.time) added.own += std::exchange(added.coming, 0);
    return added.own;
  }

  // Reports the processors whose contributions to `value` never reached `processor`: counts all,
  // describes them until Findings::kDescribed violations are described.
  void report_lost(MessageId value, NodeId processor, const Contributions& has, Cycle cycle) {
    NodeId other = 0;
    std::uint64_t missing = nodes_ - has.size();
    const std::string which =
        collective_.values() > 1 ? fmt::format("value {}", value) : std::string("the value");
    const auto report_until = [&](NodeId end) {
      for (; other < end && missing > 0; ++other, --missing) {
        if (findings_.verdict().violation_count >= Findings::kDescribed) break;
        findings_.report(cycle, ViolationKind::message_lost, [&] {
          return fmt::format("{} never gets {} of {}", name(processor), which, name(other));
        });
      }
    };
    for (const Contributions::Range& range : has.ranges()) {
      report_until(range.first);
      other = range.end;
    }
    report_until(static_cast<NodeId>(nodes_));
    findings_.count(missing);
  }

  void finish_summation(Cycle cycle) {
    const NodeId sink = collective_.source();
    added_[sink].takes_part = true;
    std::uint64_t used = 0;
    for (Added& added : added_) {
      added.own += std::exchange(added.coming, 0);
      if (added.takes_part) used += added.own;
    }
    Verdict& verdict = findings_.verdict();
    const std::uint64_t sum = added_[sink].own + added_[sink].received;
    verdict.delivered = std::min(sum, verdict.expected);
    verdict.ordered = !twice_ && sum == verdict.expected && used == verdict.expected;
    if (sum < verdict.expected) {
      findings_.report(cycle, ViolationKind::message_lost, [&] {
        return fmt::format("{} gets the sum of {}, not of all {}", name(sink),
                           counted(sum, "operand"), verdict.expected);
      });
    }
    if (used > verdict.expected) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("the processors add {}, but there are {}", counted(used, "operand"),
                           verdict.expected);
      });
    }
  }

  const Topology& topology_;
  const Collective& collective_;
  const bool summation_, reduces_;
  Findings& findings_;
  const std::uint64_t nodes_;
  Paged<Held> held_;            // by value and processor; empty: own value only
  std::vector<Added> added_;    // summations only
  std::deque<Parcel> parcels_;  // in flight
  bool twice_ = false;
};

}  // namespace

std::unique_ptr<Holdings> make_combining_holdings(const Topology& topology,
                                                  const Collective& collective,
                                                  Findings& findings) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  if (collective.values() > most / topology.processors()) {
    throw InputError(
        {"messages", collective.messages()},
        fmt::format("{} processors have too many values to be judged", topology.processors()));
  }
  return std::make_unique<CombiningHoldings>(topology, collective, findings);
}

}  // namespace romcast
