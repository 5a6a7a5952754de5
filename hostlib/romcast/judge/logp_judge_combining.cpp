// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <deque>

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
        summation_(collective.kind() == CollectiveKind::summation),
        findings_(findings),
        processors_(topology.processors()),
        added_(summation_ ? topology.processors() : 0) {}

  bool send(const LogpSend& sent) override {
    const Cycle cycle = cycle_of(sent.time + 1);
    if (sent.message > 1) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..1", name(sent.from),
                           sent.message);
      });
      return false;
    }
    const Processor& sender = processors_[sent.from];
    const bool all = sent.message == 0;
    Parcel parcel{.values = all ? values(sent.from) : values(sent.from).without(sent.from),
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
    Processor& receiver = processors_[sent.to];
    if (receiver.values.empty()) receiver.values = Contributions(sent.to);
    const std::uint64_t before = receiver.values.size();
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
    Verdict& verdict = findings_.verdict();
    verdict.cycles = std::max(verdict.cycles, cycle);
    if (summation_) {
      added_[sent.to].received += parcel.operands;
    } else if (wants(sent.to)) {
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
    const std::uint64_t all = processors_.size();
    for (NodeId p = 0; p < all; ++p) {
      if (!wants(p)) continue;
      const Contributions has = values(p);
      in_order = in_order && processors_[p].all_in_order && has.size() == all;
      if (has.size() < all) report_lost(p, has, cycle);
    }
    findings_.verdict().ordered = in_order && !twice_;
  }

 private:
  struct Parcel {
    Contributions values;
    bool in_order = true;
    std::uint64_t operands = 0;
  };
  struct Processor {
    Contributions values;  // empty: its own
    bool all_in_order = true, others_in_order = true;
  };
  // Operands of a summation.
  struct Added {
    std::uint64_t own = 1;       // the first is there from the start
    std::uint64_t received = 0;  // of others
    std::uint32_t coming = 0;    // being added, done at ..
    LogpTime until = 0;
    bool takes_part = false;
  };

  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }
  [[nodiscard]] bool wants(NodeId processor) const {
    return collective_.destination(0) == kNone || collective_.destination(0) == processor;
  }
  [[nodiscard]] Contributions values(NodeId processor) const {
    const Contributions& values = processors_[processor].values;
    return values.empty() ? Contributions(processor) : values;
  }
  // Operands of its own that a sender has added by now.
  std::uint64_t own(const LogpSend& sent) {
    Added& added = added_[sent.from];
    added.takes_part = true;
    if (added.until <= sent.time) added.own += std::exchange(added.coming, 0);
    return added.own;
  }

  // Describes the first of the missing values, counts all.
  void report_lost(NodeId processor, const Contributions& has, Cycle cycle) {
    NodeId value = 0;
    std::uint64_t missing = processors_.size() - has.size();
    const auto report_until = [&](NodeId end) {
      for (; value < end && missing > 0; ++value, --missing) {
        if (findings_.verdict().violation_count >= Findings::kDescribed) break;
        findings_.report(cycle, ViolationKind::message_lost, [&] {
          return fmt::format("{} never gets the value of {}", name(processor), name(value));
        });
      }
    };
    for (const Contributions::Range& range : has.ranges()) {
      report_until(range.first);
      value = range.end;
    }
    report_until(static_cast<NodeId>(processors_.size()));
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
  const bool summation_;
  Findings& findings_;
  std::vector<Processor> processors_;
  std::vector<Added> added_;    // summations only
  std::deque<Parcel> parcels_;  // on their way
  bool twice_ = false;
};

}  // namespace

std::unique_ptr<Holdings> make_combining_holdings(const Topology& topology,
                                                  const Collective& collective,
                                                  Findings& findings) {
  return std::make_unique<CombiningHoldings>(topology, collective, findings);
}

}  // namespace romcast
