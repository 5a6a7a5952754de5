// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/node_report.hpp"

#include <algorithm>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/queue_depths.hpp"

namespace romcast {
namespace {

std::optional<StorePlaces> stores_of(const JudgedPlan& plan) {
  if (plan.places.empty()) return std::nullopt;
  auto stores = places_of(plan.job->problem);
  stores->add_part(plan.places);
  return stores;
}

std::string role(const Topology& network, NodeId node) {
  if (!network.is_processor(node)) return "switch";
  return network.forwards(node) ? "processor" : "endpoint";
}

std::optional<std::uint32_t> mark(const Registers* registers, std::string_view name) {
  const auto value = registers == nullptr ? std::nullopt : registers->find(name);
  if (!value) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

class NodeReports {
 public:
  NodeReports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths)
      : problem_(plan.job->problem),
        network_(*problem_.topology),
        depths_(depths),
        queues_(plan.own ? plan.own->switches : std::vector<LevelQueues>{}),
        stores_(stores_of(plan)),
        slots_(stores_ ? stores_->by_node(false) : std::vector<std::uint32_t>{}),
        into_(network_.nodes()) {
    for (LinkId link = 0; stores_ && link < network_.links(); ++link) {
      into_[network_.channel_at(link).to].push_back(link);
    }
  }

  [[nodiscard]] NodeReport node(NodeId node, const Registers* registers) const {
    NodeReport report{.name = network_.node_name(node), .role = role(network_, node)};
    if (stores_) {
      add_stores(node, registers, report);
    } else if (const std::size_t number = node - network_.first_switch(); number < queues_.size()) {
      add_queues(queues_[number], registers, report);
    }
    return report;
  }

 private:
  void add_stores(NodeId node, const Registers* registers, NodeReport& report) const {
    if (const auto occupancy = stores_->occupancy(node)) {
      report.occupancy = occupancy->most;
      report.waiting = occupancy->most_waiting;
    }
    report.own = static_cast<std::uint32_t>(problem_.collective.own_messages(node));
    if (stores_->marked()) report.measured = mark(registers, "occupancy_high");
    for (const QueueDepth& depth : depths_) {
      if (node < depth.begin || node >= depth.end) continue;
      if (depth.queue == "bank") {
        add_banks(node, depth, report);
      } else if (depth.queue == "own") {
        report.depths.push_back({.queue = depth.queue,
                                 .needed = report.own,
                                 .occupancy = report.own,
                                 .measured = mark(registers, "own_high"),
                                 .built = depth.built});
      } else {
        report.depths.push_back({.queue = depth.queue,
                                 .needed = depth.queue == "store" ? slots_[node] : depth.needed,
                                 .measured = mark(registers, "places_high"),
                                 .built = depth.built});
      }
    }
  }

  void add_banks(NodeId node, const QueueDepth& depth, NodeReport& report) const {
    for (const LinkId link : into_[node]) {
      const Channel& channel = network_.channel_at(link);
      report.depths.push_back({.queue = depth.queue,
                               .from = network_.node_name(channel.from),
                               .lane = link - channel.first_link,
                               .needed = stores_->slots_of_link(link, depth.ring),
                               .occupancy = stores_->occupancy_of_link(link),
                               .built = depth.built});
    }
  }

  void add_queues(const LevelQueues& queues, const Registers* registers, NodeReport& report) const {
    report.occupancy = queues.max_queue;
    report.waiting = queues.max_waiting;
    report.measured = mark(registers, "queue_high");
    for (const QueueDepth& depth : depths_) {
      if (depth.level != queues.level) continue;
      report.depths.push_back({.queue = name(depth),
                               .needed = slots_needed(depth, queues),
                               .occupancy = messages_in(depth, queues),
                               .measured = registers == nullptr
                                               ? std::nullopt
                                               : std::optional(slots_marked(depth, *registers)),
                               .built = depth.built});
    }
  }

  const Problem& problem_;
  const Topology& network_;
  const std::vector<QueueDepth>& depths_;
  const std::vector<LevelQueues> queues_;  // by node from the first switch on
  const std::optional<StorePlaces> stores_;
  const std::vector<std::uint32_t> slots_;  // by node: slots that its store needs
  std::vector<std::vector<LinkId>> into_;   // links into each node
};

}  // namespace

void add_passing(const JudgedPlan& plan, const Verdict& verdict, Report& report) {
  const Problem& problem = plan.job->problem;
  if (problem.collective.reduces()) return;  // reductions run in tiles, where no word waits
  report.own_stores = problem.has_stores();
  if (!problem.has_queues()) return;
  report.own_waits = report.own_stores && !problem.collective.multicast();
  if (!report.own_stores) {
    report.occupancy = verdict.max_queue;
    report.waiting = verdict.max_waiting;
    return;
  }
  const auto stores = stores_of(plan);
  if (!stores) return;
  Occupancy most;
  for (NodeId node = 0; node < problem.topology->nodes(); ++node) {
    const auto one = stores->occupancy(node);
    if (!one) return;
    most.most = std::max(most.most, one->most);
    most.most_waiting = std::max(most.most_waiting, one->most_waiting);
  }
  report.occupancy = most.most;
  report.waiting = most.most_waiting;
}

std::vector<NodeReport> node_reports(const JudgedPlan& plan, const std::vector<QueueDepth>& depths,
                                     const std::optional<Measured>& measured) {
  if (!plan.own) {
    throw InputError({"per_node"}, "one node was judged for all, which run one program");
  }
  if (depths.empty()) throw InputError({"per_node"}, "this network has no queues");
  const Topology& network = *plan.job->problem.topology;
  const NodeReports reports(plan, depths);
  std::vector<const Registers*> registers(network.nodes(), nullptr);
  if (measured) {
    for (const NodeRegisters& one : measured->registers) registers[one.node] = &one.registers;
  }
  std::vector<NodeReport> nodes;
  for (NodeId node = network.first_switch(); node < network.nodes(); ++node) {
    nodes.push_back(reports.node(node, registers[node]));
  }
  return nodes;
}

}  // namespace romcast
