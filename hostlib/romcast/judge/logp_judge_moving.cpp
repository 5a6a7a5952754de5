// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "romcast/judge/item_delay.hpp"
#include "romcast/judge/judge_holders.hpp"
#include "romcast/judge/logp_judge_holdings.hpp"

namespace romcast {
namespace {

class MovingHoldings final : public Holdings {
 public:
  MovingHoldings(const Topology& topology, const Collective& collective, Findings& findings)
      : topology_(topology),
        collective_(collective),
        findings_(findings),
        holders_(make_holders(topology, collective, false)),
        delay_(collective, true) {}

  bool send(const LogpSend& sent) override {
    const Cycle cycle = cycle_of(sent.time + 1);
    if (sent.message >= collective_.message_numbers()) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..{}", name(sent.from),
                           sent.message, collective_.message_numbers() - 1);
      });
      return false;
    }
    if (to_itself(sent.message)) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, which its destination holds from the start",
                           name(sent.from), collective_.message_name(sent.message));
      });
      return false;
    }
    if (collective_.destination(sent.message) == sent.from &&
        holders_->delivered(sent.message, sent.from)) {
      findings_.report(cycle, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {} on to {}, but is its destination", name(sent.from),
                           collective_.message_name(sent.message), name(sent.to));
      });
      return false;
    }
    ChannelId none = kNone;
    if (holders_->send(sent.message, sent.from, none)) {
      delay_.begin(sent.message, static_cast<Cycle>(sent.time));
      return true;
    }
    findings_.report(cycle, ViolationKind::sent_before_arrival, [&] {
      return fmt::format("{} sends message {} to {} at time {} but does not hold it",
                         name(sent.from), collective_.message_name(sent.message), name(sent.to),
                         sent.time);
    });
    return false;
  }

  void receive(const LogpSend& sent, Cycle cycle) override {
    const bool here = collective_.multicast() ? collective_.wants(sent.message, sent.to)
                                              : collective_.destination(sent.message) == sent.to;
    const bool itself = collective_.multicast() && collective_.origin(sent.message) == sent.to;
    if (!here && !itself) return holders_->arrive(sent.message, sent.to, kNone);
    if (itself || !holders_->deliver(sent.message, sent.to)) {
      findings_.report(cycle, ViolationKind::delivered_twice, [&] {
        return fmt::format("{} receives message {} again", name(sent.to),
                           collective_.message_name(sent.message));
      });
      return;
    }
    Verdict& verdict = findings_.verdict();
    ++verdict.delivered;
    verdict.cycles = std::max(verdict.cycles, cycle);
    delay_.end(sent.message, cycle);
  }

  void add(LogpTime time, NodeId /*processor*/, std::uint32_t count) override {
    Verdict& verdict = findings_.verdict();
    verdict.cycles = std::max(verdict.cycles, cycle_of(time + count));
  }

  void finish(Cycle cycle) override {
    findings_.verdict().item_delay = delay_.longest();
    report_lost(topology_, collective_, *holders_, cycle, findings_);
  }

 private:
  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }
  [[nodiscard]] bool to_itself(MessageId message) const {
    return collective_.origin(message) == collective_.destination(message);
  }

  const Topology& topology_;
  const Collective& collective_;
  Findings& findings_;
  const std::unique_ptr<Holders> holders_;
  ItemDelay delay_;
};

}  // namespace

std::unique_ptr<Holdings> make_moving_holdings(const Topology& topology,
                                               const Collective& collective, Findings& findings) {
  return std::make_unique<MovingHoldings>(topology, collective, findings);
}

}  // namespace romcast
