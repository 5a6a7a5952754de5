// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/tree_ways.hpp"

#include <algorithm>
#include <numeric>

namespace romcast {

// Visits the switches from the lowest level to the root, so that the processors below a switch's
// children are known before the switch is visited.
TreeWays::TreeWays(const Topology& topology)
    : first_(static_cast<NodeId>(topology.processors())),
      switches_(topology.direct() ? 0 : topology.switches()),
      channels_(topology.channels().size()) {
  if (topology.direct()) return;
  for (NodeId leaf = 0; leaf < first_; ++leaf) {
    for (const ChannelId out : topology.outputs(leaf)) channels_[out] = {leaf, 1, true};
  }
  std::vector<NodeId> order(switches_.size());
  std::iota(order.begin(), order.end(), first_);
  std::ranges::stable_sort(order, {}, [&](NodeId node) { return topology.level(node); });
  const bool tree = std::ranges::all_of(order, [&](NodeId node) { return add(topology, node); });
  if (!tree) switches_.clear();
}

TreeWays::Behind TreeWays::below(NodeId node) const {
  return node < first_ ? Behind{node, 1} : switches_[node - first_].behind;
}

// Appends the switch's channels to ways_ and sets the processors to which they lead; returns false
// if the node is not a switch of a tree that TreeWays supports.
bool TreeWays::add(const Topology& topology, NodeId node) {
  Switch& one = switches_[node - first_];
  one.ways = static_cast<std::uint32_t>(ways_.size());
  std::uint32_t each = 0;
  std::vector<ChannelId> up;
  for (const ChannelId out : topology.outputs(node)) {
    const Channel& channel = topology.channels()[out];
    if (channel.up) {
      up.push_back(out);
      continue;
    }
    const Behind child = below(channel.to);
    if (one.children++ == 0) {
      one.behind.low = child.low;
      each = child.count;
    }
    const bool in_line = child.low == one.behind.low + one.behind.count;
    if (each == 0 || child.count != each || !in_line) return false;
    one.behind.count += each;
    channels_[out] = child;
    ways_.push_back(out);
  }
  const bool root = one.behind.count == topology.processors();
  if (one.children < 2 || up.size() != (root ? 0 : 1)) return false;
  one.each = KnownDivisor(each);
  if (root) return true;
  ways_.push_back(up.front());
  channels_[up.front()] = one.behind;
  channels_[up.front()].but_these = true;
  return true;
}

}  // namespace romcast
