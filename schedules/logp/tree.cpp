// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/tree.hpp"

#include <queue>

namespace romcast::logp {

Tree::Tree(const Machine& machine) : spacing_(machine.spacing()), reach_(machine.reach()) {
  const auto all = static_cast<std::uint32_t>(machine.processors);
  // For each residue modulo the spacing at which some node sends: the next time of these sends.
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> times;
  std::unordered_map<std::uint64_t, std::uint32_t> sending;  // number of nodes, by residue
  std::queue<Group> reached;                                 // not yet sending
  const auto start = [&](const Group& group) {
    const std::uint64_t residue = group.label % spacing_;
    if (!groups_.contains(residue)) times.push(group.label);
    groups_[residue].push_back(group);
    sending[residue] += group.count;
  };
  start({0, 0, 1});
  while (nodes_ < all) {
    const std::uint64_t now = times.top();
    if (!reached.empty() && reached.front().label <= now) {
      start(reached.front());
      reached.pop();
      continue;
    }
    times.pop();
    times.push(now + spacing_);
    const std::uint32_t count = std::min(sending[now % spacing_], all - nodes_);
    waves_.push_back({now, nodes_, count});
    time_ = now + reach_;
    reached.push({time_, nodes_, count});
    nodes_ += count;
  }
}

std::uint64_t Tree::label(std::uint32_t node) const {
  if (node == 0) return 0;
  const auto after = std::ranges::upper_bound(waves_, node, {}, &Wave::first);
  return (after - 1)->time + reach_;
}

Parents::Parents(const Tree& tree) : parent(tree.nodes(), kNone), sent(tree.nodes(), 0) {
  for (const Tree::Wave& wave : tree.waves()) {
    tree.visit(wave, [&](std::uint32_t from, std::uint32_t child) {
      parent[child] = from;
      sent[child] = wave.time;
    });
  }
}

std::vector<NodeId> in_order(const Parents& parents) {
  const std::size_t nodes = parents.parent.size();
  std::vector<std::uint32_t> size(nodes, 1);
  for (std::size_t v = nodes; v-- > 1;) size[parents.parent[v]] += size[v];
  std::vector<NodeId> number(nodes, 0);
  std::vector<NodeId> end(nodes);  // by node: its children have its subtree's numbers from here on
  for (std::size_t v = 0; v < nodes; ++v) {
    if (v > 0) {
      NodeId& above = end[parents.parent[v]];
      above -= size[v];
      number[v] = above;
    }
    end[v] = number[v] + size[v];
  }
  return number;
}

}  // namespace romcast::logp
