// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/scatter_tree.hpp"

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

class Tree {
 public:
  explicit Tree(const Task& task)
      : topology_(task.topology),
        collective_(task.collective),
        limit_(topology_.port_limit(task.ports)),
        distance_(bounds::distances_from(topology_, collective_.source())),
        parent_(topology_.nodes(), kNone),
        branch_(topology_.nodes(), kNone),
        behind_(topology_.nodes(), 0) {
    grow();
    balance();
  }

  Hops scatter() {
    std::vector<std::vector<MessageId>> queues(topology_.channels().size());  // by root channel
    for (const NodeId p : order_) {
      if (!topology_.is_processor(p)) continue;
      const ChannelId first = branch_[p];
      for (std::uint32_t m = 0; m < collective_.messages(); ++m) {
        queues[first].push_back(static_cast<MessageId>(p * collective_.messages() + m));
      }
    }
    for (auto& queue : queues) std::ranges::reverse(queue);  // furthest last, to be popped first
    const std::span<const ChannelId> outputs = topology_.outputs(collective_.source());
    std::vector<ChannelId> busy(outputs.begin(), outputs.end());
    Hops hops;
    for (Cycle cycle = 1; !busy.empty(); ++cycle) {
      std::erase_if(busy, [&](ChannelId c) { return queues[c].empty(); });
      std::ranges::stable_sort(busy, std::ranges::greater{},
                               [&](ChannelId c) { return queues[c].size(); });
      for (std::size_t i = 0; i < std::min<std::size_t>(busy.size(), limit_.sends); ++i) {
        send(queues[busy[i]].back(), cycle, hops);
        queues[busy[i]].pop_back();
      }
    }
    std::ranges::stable_sort(hops, {}, &Hop::cycle);
    return hops;
  }

 private:
  // Builds a tree of shortest paths, the furthest nodes first. Among the neighbours nearer to the
  // root, the one with the fewest processors in its subtree so far becomes the parent of a node.
  void grow() {
    for (NodeId v = 0; v < topology_.nodes(); ++v) {
      if (distance_[v] > 0 && distance_[v] != bounds::kUnreachable) order_.push_back(v);
    }
    std::ranges::stable_sort(order_, std::ranges::greater{},
                             [&](NodeId v) { return distance_[v]; });
    for (const NodeId v : order_) {
      behind_[v] += topology_.is_processor(v) ? 1 : 0;
      for (const ChannelId c : topology_.inputs(v)) {
        const NodeId from = topology_.channels()[c].from;
        if (distance_[from] + 1 != distance_[v]) continue;
        if (from != collective_.source() && !topology_.forwards(from)) continue;
        if (parent_[v] == kNone || behind_[from] < behind_[topology_.channels()[parent_[v]].from]) {
          parent_[v] = c;
        }
      }
      behind_[topology_.channels()[parent_[v]].from] += behind_[v];
    }
  }
  // Moves subtrees from large branches to smaller adjacent branches, the subtrees nearest to the
  // root first, until no move makes the branches more even. Paths may get longer, so at the end
  // the nodes are sorted by hops again.
  void balance() {
    std::vector<std::vector<NodeId>> children(topology_.nodes());
    for (const NodeId v : order_) children[parent_of(v)].push_back(v);
    for (const ChannelId c : topology_.outputs(collective_.source())) {
      const NodeId first = topology_.channels()[c].to;
      if (parent_[first] == c) name_branch(first, c, children);
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (auto v = order_.rbegin(); v != order_.rend(); ++v) moved |= moves(*v, children);
    }
    order_by_hops(children);
  }
  bool moves(NodeId node, std::vector<std::vector<NodeId>>& children) {
    for (const ChannelId c : topology_.inputs(node)) {
      const NodeId from = topology_.channels()[c].from;
      if (from == collective_.source() || !topology_.forwards(from)) continue;
      if (in_branch(from) + behind_[node] >= in_branch(node)) continue;
      std::erase(children[parent_of(node)], node);
      count_behind(node, -static_cast<std::int64_t>(behind_[node]));
      parent_[node] = c;
      children[from].push_back(node);
      count_behind(node, static_cast<std::int64_t>(behind_[node]));
      name_branch(node, branch_[from], children);
      return true;
    }
    return false;
  }
  void count_behind(NodeId node, std::int64_t more) {
    for (node = parent_of(node); node != collective_.source(); node = parent_of(node)) {
      behind_[node] += static_cast<std::uint64_t>(more);
    }
  }
  void name_branch(NodeId node, ChannelId first, const std::vector<std::vector<NodeId>>& children) {
    std::vector<NodeId> open{node};
    while (!open.empty()) {
      const NodeId v = open.back();
      open.pop_back();
      branch_[v] = first;
      open.insert(open.end(), children[v].begin(), children[v].end());
    }
  }
  void order_by_hops(const std::vector<std::vector<NodeId>>& children) {
    order_ = children[collective_.source()];
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::vector<NodeId>& next = children[order_[i]];
      order_.insert(order_.end(), next.begin(), next.end());
    }
    std::ranges::reverse(order_);
  }
  [[nodiscard]] std::uint64_t in_branch(NodeId node) const {
    return behind_[topology_.channels()[branch_[node]].to];
  }
  [[nodiscard]] NodeId parent_of(NodeId node) const {
    return topology_.channels()[parent_[node]].from;
  }
  // The channels of the path from the root to the node, the last one first.
  [[nodiscard]] std::vector<ChannelId> path_to(NodeId node) const {
    std::vector<ChannelId> path;
    for (; parent_[node] != kNone; node = topology_.channels()[parent_[node]].from) {
      path.push_back(parent_[node]);
    }
    return path;
  }
  void send(MessageId message, Cycle cycle, Hops& hops) const {
    const std::vector<ChannelId> path = path_to(collective_.destination(message));
    for (auto c = path.rbegin(); c != path.rend(); ++c, ++cycle) {
      hops.push_back(
          {.cycle = cycle, .link = topology_.channels()[*c].first_link, .message = message});
    }
  }

  const Topology& topology_;
  const Collective& collective_;
  const PortLimit limit_;
  const std::vector<bounds::Distance> distance_;
  std::vector<ChannelId> parent_;      // by node: the channel from its parent
  std::vector<ChannelId> branch_;      // by node: the root's channel on the path to the node
  std::vector<std::uint64_t> behind_;  // by node: processors in its subtree
  std::vector<NodeId> order_;          // all nodes but the root, the furthest first
};

}  // namespace

Hops scatter_down_tree(const Task& task) { return Tree(task).scatter(); }

}  // namespace romcast::any
