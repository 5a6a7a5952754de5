// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/reduction_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "romcast/judge/contributions.hpp"

namespace romcast {
namespace {

class Follower {
 public:
  Follower(const Topology& topology, const Collective& collective, MessageId message,
           Findings& findings)
      : topology_(topology),
        collective_(collective),
        flow_(*collective.reduction_of(message)),
        message_(message),
        findings_(findings) {}

  ReductionTrace run(std::span<const Hop> hops) {
    for (const Hop& hop : hops) {
      at_[{hop.cycle, topology_.channel_at(hop.link).from}].leaves.push_back(hop.link);
    }
    // Each visit inserts the later visits of its words, so that this loop reaches them, too.
    for (auto visit = at_.begin(); visit != at_.end(); ++visit) {
      const auto [cycle, node] = visit->first;
      if (topology_.forwards(node)) {
        pass(node, cycle, visit->second);
      } else {
        end(node, cycle, visit->second);
      }
    }
    const Cycle end = std::max(trace_.last, hops.empty() ? 0 : hops.back().cycle);
    for (const NodeId source : flow_.sources) {
      if (!began_.contains(source)) {
        report(end, ViolationKind::message_lost, [&] {
          return fmt::format("the word of {} is never combined", topology_.node_name(source));
        });
      }
    }
    for (const NodeId to : flow_.destinations) {
      if (!received_.contains(to)) {
        report(end, ViolationKind::message_lost,
               [&] { return fmt::format("{} receives no result", topology_.node_name(to)); });
      }
    }
    trace_.delivered = received_.size();
    return std::move(trace_);
  }

 private:
  // For one node and one cycle: the words that can leave the node, and the links on which it sends.
  struct Visit {
    std::vector<Contributions> words{};
    std::vector<LinkId> leaves{};
  };

  template <class Text>
  void report(Cycle cycle, ViolationKind kind, Text text) {
    findings_.report(cycle, kind, [&] {
      return fmt::format("reduction {}: {}", collective_.message_name(message_), text());
    });
  }

  [[nodiscard]] bool is_source(NodeId node) const {
    return std::ranges::binary_search(flow_.sources, node);
  }
  [[nodiscard]] bool complete(const Contributions& word) const {
    return word.size() == flow_.sources.size();
  }

  void begin(NodeId node, Cycle cycle) {
    began_.insert(node);
    trace_.first = trace_.first == 0 ? cycle : std::min(trace_.first, cycle);
  }

  void send(const Contributions& word, Cycle cycle, const std::vector<LinkId>& leaves) {
    for (const LinkId link : leaves) {
      trace_.last = std::max(trace_.last, cycle);
      at_[{cycle + 1, topology_.channel_at(link).to}].words.push_back(word);
    }
  }

  void deliver(NodeId node, Cycle cycle) {
    trace_.last = std::max(trace_.last, cycle);
    if (received_.insert(node).second) return;
    report(cycle, ViolationKind::delivered_twice,
           [&] { return fmt::format("{} receives a second result", topology_.node_name(node)); });
  }

  // Checks the arrivals and sends of an endpoint, which does not forward.
  void end(NodeId node, Cycle cycle, const Visit& visit) {
    for (const Contributions& word : visit.words) {
      if (std::ranges::binary_search(flow_.destinations, node) && complete(word)) {
        deliver(node, cycle - 1);
        continue;
      }
      report(cycle - 1, ViolationKind::unwanted_message, [&] {
        return fmt::format("{} receives a word of {} of {} sources", topology_.node_name(node),
                           word.size(), flow_.sources.size());
      });
    }
    if (visit.leaves.empty()) return;
    if (!is_source(node) || began_.contains(node) || visit.leaves.size() > 1) {
      report(cycle, ViolationKind::does_not_forward, [&] {
        return fmt::format("{} sends more than its own word", topology_.node_name(node));
      });
      return;
    }
    begin(node, cycle);
    send(Contributions(node), cycle, visit.leaves);
  }

  void pass(NodeId node, Cycle cycle, Visit& visit) {
    std::vector<Contributions>& words = visit.words;
    const bool owns = topology_.is_processor(node) && is_source(node) && !began_.contains(node);
    if (owns && words.size() == (visit.leaves.empty() ? 1U : 0U)) {
      begin(node, cycle);
      words.emplace_back(node);
    }
    if (words.size() == 1) {
      const bool result = topology_.is_processor(node) && complete(words.front()) &&
                          std::ranges::binary_search(flow_.destinations, node);
      if (result) deliver(node, cycle - 1);
      if (!result && visit.leaves.empty()) {
        report(cycle, ViolationKind::unwanted_message,
               [&] { return fmt::format("a word stays in {}", topology_.node_name(node)); });
      }
      send(words.front(), cycle, visit.leaves);
      return;
    }
    if (!visit.leaves.empty()) {
      report(cycle, ViolationKind::sent_before_arrival, [&] {
        return fmt::format(
            "{} sends {}", topology_.node_name(node),
            words.empty() ? "a word that it does not have" : "one of several words, which meet");
      });
    }
    if (words.size() > 2) {
      report(cycle, ViolationKind::operator_used_twice, [&] {
        return fmt::format("{} words meet in {}, and an operator combines two", words.size(),
                           topology_.node_name(node));
      });
    }
    if (words.size() != 2) return;
    const NodeId twice = words[0].add(words[1]);
    if (twice != kNone) {
      report(cycle, ViolationKind::counted_twice, [&] {
        return fmt::format("{} combines two words that contain that of {}",
                           topology_.node_name(node), topology_.node_name(twice));
      });
    }
    trace_.meetings.push_back({node, cycle});
    at_[{cycle + kCombining, node}].words.push_back(words[0]);
  }

  const Topology& topology_;
  const Collective& collective_;
  const Flow& flow_;
  const MessageId message_;
  Findings& findings_;
  std::map<std::pair<Cycle, NodeId>, Visit> at_;
  std::set<NodeId> began_, received_;
  ReductionTrace trace_;
};

class ReductionJudge final : public Judge::State {
 public:
  ReductionJudge(const Topology& topology, const Collective& collective,
                 std::unique_ptr<Judge::State> others)
      : topology_(topology), collective_(collective), others_(std::move(others)) {
    MessageId next = 0;
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      numbers_.push_back(collective.reduction_of(m) == nullptr ? next++ : kNone);
    }
  }

  void step(std::span<const Hop> hops) override {
    std::vector<Hop> other;
    for (const Hop& hop : hops) {
      last_ = std::max(last_, hop.cycle);
      if (hop.kind() == HopKind::message && hop.message < numbers_.size()) {
        if (numbers_[hop.message] == kNone) {
          hops_[hop.message].push_back(hop);
          continue;
        }
        other.push_back(hop);
        other.back().message = numbers_[hop.message];
        continue;
      }
      other.push_back(hop);
    }
    if (!other.empty()) others_->step(other);
  }

  Verdict finish() override {
    others_->end(last_);
    Findings findings;
    findings.verdict() = others_->finish();
    Verdict& verdict = findings.verdict();
    for (MessageId m = 0; m < numbers_.size(); ++m) {
      if (numbers_[m] != kNone) continue;
      const std::vector<Hop>& hops = hops_[m];
      const ReductionTrace trace = follow_reduction(topology_, collective_, m, hops, findings);
      verdict.cycles = std::max(verdict.cycles, trace.last);
      verdict.hops += hops.size();
      verdict.delivered += trace.delivered;
      verdict.expected += collective_.reduction_of(m)->destinations.size();
    }
    return findings.take();
  }

  [[nodiscard]] std::vector<LevelQueues> switches() const override { return others_->switches(); }

 private:
  const Topology& topology_;
  const Collective collective_;
  const std::unique_ptr<Judge::State> others_;
  std::vector<MessageId> numbers_;  // by message: its number in others_; kNone: of a reduction
  std::map<MessageId, std::vector<Hop>> hops_;
  Cycle last_ = 0;
};

}  // namespace

ReductionTrace follow_reduction(const Topology& topology, const Collective& collective,
                                MessageId message, std::span<const Hop> hops, Findings& findings) {
  return Follower(topology, collective, message, findings).run(hops);
}

Collective without_reductions(const Collective& collective) {
  std::vector<Flow> flows(collective.flows().begin(), collective.flows().end());
  std::erase_if(flows, [](const Flow& flow) { return flow.reduces(); });
  return Collective::of_flows(collective.processors(), std::move(flows));
}

std::unique_ptr<Judge::State> make_reduction_judge(const Topology& topology,
                                                   const Collective& collective,
                                                   std::unique_ptr<Judge::State> others) {
  return std::make_unique<ReductionJudge>(topology, collective, std::move(others));
}

}  // namespace romcast
