// SPDX-License-Identifier: Apache-2.0
// Broadcast from any node of any tree: Dimakopoulos & Dimopoulos 1996, equation (1). Node v needs
// b(v) = max over i = 1, 2, .. of (b(i-th child) + i) cycles for its subtree, where the children
// are in order of falling b; optimal for one message. With P ports, ceil(i/P) replaces the last i
// of the formula; in the multi-port model, 1 replaces it.
//
// M messages follow one another every d cycles, where d is the number of cycles in which the
// busiest node serves all its children: b + d(M - 1) cycles. Multi-port, d = 1 and the source sends
// c messages at a time, where c is the number of links of the narrowest branch:
// b + floor((M - 1) / c).
#include <algorithm>
#include <utility>
#include <vector>

#include "schedules/any/any.hpp"
#include "schedules/fat_tree/other_trees.hpp"
#include "schedules/fat_tree/shape.hpp"

namespace romcast {
namespace {

// The first message's hops.
class Wave {
 public:
  explicit Wave(const Problem& problem)
      : topology_(*problem.topology),
        sends_(topology_.port_limit(problem.ports).sends),
        served_(topology_.nodes()),
        needs_(topology_.nodes(), 0) {
    const NodeId source = problem.collective.source();
    std::vector<std::pair<NodeId, ChannelId>> order{{source, kNone}};  // nodes and channels to them
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto [v, by] = order[i];
      for (const ChannelId c : topology_.outputs(v)) {
        const NodeId to = topology_.channels()[c].to;
        if (by != kNone && to == topology_.channels()[by].from) continue;
        served_[v].push_back(c);
        order.emplace_back(to, c);
        narrowest_ = std::min(narrowest_, topology_.channels()[c].capacity);
      }
    }
    for (std::size_t i = order.size(); i-- > 0;) sort_children(order[i].first);
    send(order);
  }

  /// b(source), the cycles of one message.
  [[nodiscard]] Cycle cycles() const { return hops_.empty() ? 0 : last_; }
  /// Cycles from one group of lanes() messages to the next.
  [[nodiscard]] Cycle period() const { return period_; }
  /// Number of messages that are sent at the same time, each on its own links.
  [[nodiscard]] std::uint32_t lanes() const { return sends_ == kNone ? narrowest_ : 1; }
  [[nodiscard]] const any::Hops& hops() const { return hops_; }

 private:
  // Cycles from a message's arrival at a node to the arrival at the node's child i = 0, 1, ...
  [[nodiscard]] Cycle turn(std::size_t i) const {
    return sends_ == kNone ? 1 : static_cast<Cycle>(i / sends_ + 1);
  }
  void sort_children(NodeId v) {
    const auto need = [this](ChannelId c) { return needs_[topology_.channels()[c].to]; };
    std::ranges::stable_sort(served_[v], std::ranges::greater{}, need);
    for (std::size_t i = 0; i < served_[v].size(); ++i) {
      needs_[v] = std::max(needs_[v], need(served_[v][i]) + turn(i));
      period_ = std::max(period_, turn(i));
    }
  }
  void send(const std::vector<std::pair<NodeId, ChannelId>>& order) {
    std::vector<Cycle> since(topology_.nodes(), 0);
    for (const auto& [v, by] : order) {
      for (std::size_t i = 0; i < served_[v].size(); ++i) {
        const Channel& channel = topology_.channels()[served_[v][i]];
        since[channel.to] = since[v] + turn(i);
        hops_.push_back({.cycle = since[channel.to], .link = channel.first_link, .message = 0});
        last_ = std::max(last_, since[channel.to]);
      }
    }
  }

  const Topology& topology_;
  std::uint32_t sends_, narrowest_ = kNone;
  std::vector<std::vector<ChannelId>> served_;  // by node: channels to its children
  std::vector<Cycle> needs_;                    // b, by node
  Cycle period_ = 1, last_ = 0;
  any::Hops hops_;
};

Plan largest_first_plan(const Problem& problem) {
  const Wave wave(problem);
  any::Hops hops;
  for (MessageId m = 0; m < problem.collective.messages(); ++m) {
    for (Hop hop : wave.hops()) {
      hop.cycle += m / wave.lanes() * wave.period();
      hop.link += m % wave.lanes();
      hop.message = m;
      hops.push_back(hop);
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

Theory largest_first_theory(const Problem& problem) {
  const Wave wave(problem);
  Theory theory = any::predict(problem);
  const Cycle more = (problem.collective.messages() - 1) / wave.lanes();
  theory.formula_cycles = wave.cycles() + std::uint64_t{more} * wave.period();
  theory.formula_source = problem.ports.kind == Ports::Kind::multi
                              ? "Dimakopoulos 1996, section 3.1: the distance"
                              : "Dimakopoulos 1996, equation (1)";
  if (more > 0) theory.formula_source += ", repeated";
  return theory;
}

}  // namespace

Algorithm largest_first_broadcast(const std::string& network) {
  return {.name = "largest-first",
          .aliases = {"equation-1"},
          .network = network,
          .collective = CollectiveKind::broadcast,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = "each node serves the subtree that needs most cycles first",
          .source = "Dimakopoulos 1996, equation (1), section 3.1",
          .default_control = Control::rom,
          .refusal =
              [](const Problem& problem) {
                const std::string reason = any::refusal(problem);
                return reason.empty() ? tree_refusal(*problem.topology) : reason;
              },
          .build = largest_first_plan,
          .predict = largest_first_theory};
}

}  // namespace romcast
