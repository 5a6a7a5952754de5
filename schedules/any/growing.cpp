// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/growing.hpp"

#include <algorithm>
#include <numeric>

#include "schedules/any/arborescences.hpp"
#include "schedules/any/ordering.hpp"
#include "schedules/any/splitting.hpp"
#include "schedules/any/timed.hpp"

namespace romcast::any {
namespace {

using bounds::SpreadGraph;

// The graph with the capacities of `periods` periods. If switches multicast, every tree must reach
// all switches that can get all messages. The switches that trees need not reach are split off
// (splitting.hpp).
SpreadGraph prepared(const SpreadGraph& graph, const Task& task, std::uint64_t periods,
                     SwitchKind switches) {
  const auto times = static_cast<std::int64_t>(periods);
  const std::int64_t messages = task.collective.messages();
  SpreadGraph all = graph;
  for (std::size_t v = 0; v < all.vertices() && switches == SwitchKind::multicast; ++v) {
    const bool is_switch = all.node[v] >= task.topology.processors();
    if (is_switch && gets_all(graph, v, times, messages)) all.wants[v] = true;
  }
  for (SpreadGraph::Arc& arc : all.arcs) arc.capacity *= times;
  split_off_switches(all, task.topology.processors(), messages);
  return all;
}

// Turns trees of arcs into trees of channels, one for each message.
class Growing {
 public:
  Growing(const Task& task, const SpreadGraph& graph)
      : task_(task),
        topology_(task.topology),
        graph_(graph),
        next_(topology_.nodes(), 0),
        came_(topology_.nodes(), kNone),
        start_(task.collective.message_numbers(), 0) {}

  void add(const Arborescence& tree) {
    lay(tree);
    const NodeId root = graph_.node[tree.root];
    const std::uint32_t each = task_.collective.messages();
    const bool broadcast = task_.collective.kind() == CollectiveKind::broadcast;
    for (std::int64_t i = 0; i < tree.count; ++i) {
      const MessageId message = (broadcast ? 0 : root * each) + next_[root]++;
      start_[message] = (static_cast<double>(i) + 0.5) / static_cast<double>(tree.count);
      keep(root, message);
    }
  }
  [[nodiscard]] Hops listed(const Ordering& ordering) {
    return ordered(task_, branches_, start_, ordering);
  }
  [[nodiscard]] std::uint32_t height() const { return height_; }

 private:
  // Computes order_, came_ and below_ for the tree. An arc is a path of channels; where several of
  // these paths lead to one node, the tree takes only the channel of the first path.
  void lay(const Arborescence& tree) {
    const NodeId root = graph_.node[tree.root];
    for (const NodeId v : order_) came_[v] = kNone;
    order_.clear();
    for (const std::size_t arc : tree.arcs) {
      for (const ChannelId c : graph_.arcs[arc].path) {
        const NodeId to = topology_.channels()[c].to;
        if (to == root || came_[to] != kNone) continue;
        came_[to] = c;
        order_.push_back(to);
      }
    }
    below_.assign(topology_.nodes(), kNone);
    for (std::size_t i = order_.size(); i-- > 0;) {
      const NodeId v = order_[i];
      if (below_[v] == kNone && topology_.is_processor(v)) below_[v] = 0;
      if (below_[v] == kNone) continue;
      std::uint32_t& up = below_[topology_.channels()[came_[v]].from];
      up = up == kNone ? below_[v] + 1 : std::max(up, below_[v] + 1);
    }
    if (below_[root] != kNone) height_ = std::max(height_, below_[root]);
  }
  void keep(NodeId root, MessageId message) {
    std::vector<std::size_t>& branch_of = branch_of_;
    branch_of.assign(topology_.nodes(), 0);
    for (const NodeId v : order_) {
      if (below_[v] == kNone) continue;
      const NodeId from = topology_.channels()[came_[v]].from;
      branch_of[v] = branches_.all.size();
      branches_.all.push_back({.channel = came_[v], .message = message, .below = below_[v]});
      (from == root ? branches_.first : branches_.all[branch_of[from]].next)
          .push_back(branch_of[v]);
    }
  }

  const Task task_;
  const Topology& topology_;
  const SpreadGraph& graph_;
  std::vector<std::uint32_t> next_;   // by node: number of its messages that have a tree
  std::vector<ChannelId> came_;       // by node: channel of the tree that leads to it
  std::vector<NodeId> order_;         // the tree without the root, each node after its parent
  std::vector<std::uint32_t> below_;  // by node: hops of the longest path to a processor, or kNone
  std::vector<std::size_t> branch_of_;
  std::vector<double> start_;  // by message, as a share of all cycles
  Branches branches_;
  std::uint32_t height_ = 0;
};

}  // namespace

Forest grow_forest(const Task& task, const SpreadGraph& graph, const bounds::WorstCut& cut,
                   SwitchKind switches, const Ordering& ordering) {
  const auto period = static_cast<std::uint64_t>(graph.period);
  const std::uint64_t least = (cut.cycles(task.collective.messages()) + period - 1) / period;
  const std::uint64_t step = std::max<std::uint64_t>(1, least / 16);
  Ordering order = ordering;
  Forest best;
  // With few messages, long paths can cost more cycles than additional periods, which allow shorter
  // paths. So more periods are tried until the best schedule takes at most
  // (periods + step) * period cycles.
  for (std::uint64_t periods = least; order.go_on(); periods += step) {
    if (order.known != kNone && !best.hops.empty() && order.known <= (periods + step) * period)
      break;
    const SpreadGraph all = prepared(graph, task, periods, switches);
    const auto trees = pack_arborescences(all, task.collective.messages(), order.go_on);
    if (!trees) continue;
    Growing growing(task, all);
    for (const Arborescence& tree : *trees) growing.add(tree);
    Hops hops = growing.listed(order);
    if (hops.empty()) break;
    order.known = last_arrival(task.topology, hops);
    best = {std::move(hops), periods, trees->size(), growing.height()};
    if (order.known <= order.bound) break;
  }
  return best;
}

}  // namespace romcast::any
