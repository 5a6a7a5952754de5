// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/reduction_trees.hpp"

#include <algorithm>
#include <unordered_map>

namespace romcast::periodic {
namespace {

// Cycles from the arrival of two words until their combination can leave.
constexpr int kCombining = 2;

}  // namespace

RandomTrees::RandomTrees(const Topology& network, const Flow& flow, std::minstd_rand& random)
    : network_(network), flow_(flow), random_(random), resources_(network) {
  is_source_.resize(network.nodes());
  for (const NodeId p : flow.sources) is_source_[p] = 1;
}

std::optional<ReductionTree> RandomTrees::make(bool shortest) {
  const NodeId root = choose_root();
  if (root == kNone) return std::nullopt;
  children_.assign(network_.nodes(), {});
  in_tree_.assign(network_.nodes(), 0);
  in_tree_[root] = 1;
  if (shortest) grow_shortest(root);
  if ((!shortest && !grow_narrow(root)) || !add_endpoints()) return std::nullopt;
  lag_.assign(network_.nodes(), 0);
  if (!prune(root)) return std::nullopt;
  used_.clear();
  begins_.clear();
  hops_.clear();
  measure(root);
  combine(root, 0);
  if (!distribute(root)) return std::nullopt;
  return finished();
}

std::uint32_t RandomTrees::below(std::size_t count) {
  return static_cast<std::uint32_t>(random_() % std::max<std::size_t>(count, 1));
}

// Returns a root, or kNone if no node can be root. A root must forward. If there is one
// destination, half of the calls choose the destination or, if the destination is an endpoint, a
// random node with a link to the destination. All other calls choose any node at random: the root
// may then lie amid the sources, so that the sources begin within fewer cycles.
NodeId RandomTrees::choose_root() {
  std::vector<NodeId> roots;
  if (flow_.destinations.size() == 1 && below(2) == 0) {
    const NodeId to = flow_.destinations.front();
    if (network_.forwards(to)) return to;
    for (const ChannelId c : network_.inputs(to)) roots.push_back(network_.channels()[c].from);
    std::erase_if(roots, [&](NodeId v) { return !network_.forwards(v); });
  } else {
    for (NodeId v = 0; v < network_.nodes(); ++v) {
      if (network_.forwards(v)) roots.push_back(v);
    }
  }
  return roots.empty() ? kNone : roots[below(roots.size())];
}

void RandomTrees::add(NodeId node, ChannelId channel, NodeId parent) {
  in_tree_[node] = 1;
  children_[parent].push_back(channel);
}

// Channels into v from nodes that forward and are not in the tree yet.
std::vector<ChannelId> RandomTrees::fresh(NodeId v) const {
  std::vector<ChannelId> channels;
  for (const ChannelId c : network_.inputs(v)) {
    const NodeId from = network_.channels()[c].from;
    if (network_.forwards(from) && in_tree_[from] == 0) channels.push_back(c);
  }
  return channels;
}

void RandomTrees::grow_shortest(NodeId root) {
  std::vector<NodeId> layer{root};
  while (!layer.empty()) {
    std::vector<ChannelId> channels;
    for (const NodeId v : layer) {
      const auto more = fresh(v);
      channels.insert(channels.end(), more.begin(), more.end());
    }
    std::ranges::shuffle(channels, random_);
    layer.clear();
    for (const ChannelId c : channels) {
      const Channel& channel = network_.channels()[c];
      if (in_tree_[channel.from] != 0) continue;
      add(channel.from, c, channel.to);
      layer.push_back(channel.from);
    }
  }
}

// Grows a tree in which each node has at most `most` children that forward (1 or 2, at random), so
// that each operator combines few words of a frame. False if the tree misses a forwarding source.
bool RandomTrees::grow_narrow(NodeId root) {
  const std::size_t most = 1 + below(2);
  const bool deep = most == 1 || below(2) == 0;
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const std::size_t at = deep ? open.size() - 1 : below(open.size());
    const NodeId v = open[at];
    std::vector<ChannelId> channels = fresh(v);
    if (channels.empty() || children_[v].size() >= most) {
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    std::ranges::shuffle(channels, random_);
    // Prefer the node with the fewest channels from forwarding nodes outside the tree.
    const auto ways = [&](ChannelId c) { return fresh(network_.channels()[c].from).size(); };
    const ChannelId c = *std::ranges::min_element(channels, {}, ways);
    add(network_.channels()[c].from, c, v);
    open.push_back(network_.channels()[c].from);
  }
  return std::ranges::all_of(flow_.sources,
                             [&](NodeId p) { return !network_.forwards(p) || in_tree_[p] != 0; });
}

// Adds the sources that do not forward. False if the tree then misses a source.
bool RandomTrees::add_endpoints() {
  for (const NodeId p : flow_.sources) {
    if (network_.forwards(p)) continue;
    std::vector<ChannelId> channels;
    for (const ChannelId c : network_.outputs(p)) {
      if (in_tree_[network_.channels()[c].to] != 0) channels.push_back(c);
    }
    if (channels.empty()) return false;
    const ChannelId c = channels[below(channels.size())];
    children_[network_.channels()[c].to].push_back(c);
  }
  return std::ranges::all_of(flow_.sources,
                             [&](NodeId p) { return !network_.forwards(p) || in_tree_[p] != 0; });
}

// Removes the subtrees without sources from v's subtree. False if v's subtree has no source at all.
bool RandomTrees::prune(NodeId v) {
  if (!network_.forwards(v)) return true;
  std::erase_if(children_[v], [&](ChannelId c) { return !prune(network_.channels()[c].from); });
  return !children_[v].empty() || owns(v);
}

bool RandomTrees::owns(NodeId v) const { return network_.forwards(v) && is_source_[v] != 0; }

// For each node u of v's subtree that forwards, orders the words that u combines (kNone: the own
// word of u) and computes lag_[u]: the cycles from the cycle in which the first source of u's
// subtree begins to the cycle in which the combined word leaves u.
void RandomTrees::measure(NodeId v) {
  for (const ChannelId c : children_[v]) measure(network_.channels()[c].from);
  std::vector<ChannelId>& words = children_[v];
  if (owns(v)) words.push_back(kNone);
  std::ranges::shuffle(words, random_);
  const auto lag = [&](ChannelId c) {
    return c == kNone ? 0 : lag_[network_.channels()[c].from] + 1;
  };
  if (below(4) > 0) std::ranges::stable_sort(words, {}, lag);
  for (std::size_t i = 0; i < words.size(); ++i) {
    lag_[v] = std::max(lag_[v], lag(words[i]) - arrival(words.size(), i));
  }
}

// The cycle in which word number i, counted from 0, must arrive if the combination of all words
// leaves in cycle 0.
RandomTrees::Offset RandomTrees::arrival(std::size_t words, std::size_t i) {
  return kCombining * (static_cast<Offset>(i > 1 ? i - 1 : 0) - static_cast<Offset>(words - 1));
}

void RandomTrees::combine(NodeId v, Offset complete) {
  const std::vector<ChannelId>& words = children_[v];
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Offset at = complete + arrival(words.size(), i);
    if (i > 0) used_.emplace_back(resources_.combines(v), at);
    if (words[i] == kNone) {
      used_.emplace_back(resources_.injects(v), at);
      begins_.push_back(at);
      continue;
    }
    hop(words[i], at - 1);
    const NodeId from = network_.channels()[words[i]].from;
    if (network_.forwards(from)) {
      combine(from, at - 1);
    } else {
      begins_.push_back(at - 1);
    }
  }
}

void RandomTrees::hop(ChannelId c, Offset at) {
  used_.emplace_back(c, at);
  hops_.emplace_back(at, c);
}

// Sends the result along shortest paths; false if a destination cannot be reached.
bool RandomTrees::distribute(NodeId root) {
  std::unordered_map<NodeId, ChannelId> by;
  std::unordered_map<NodeId, Offset> at{{root, 0}};
  std::vector<NodeId> open{root};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const NodeId v = open[i];
    if (!network_.forwards(v)) continue;
    std::vector<ChannelId> channels(network_.outputs(v).begin(), network_.outputs(v).end());
    std::ranges::shuffle(channels, random_);
    for (const ChannelId c : channels) {
      const NodeId to = network_.channels()[c].to;
      if (!at.try_emplace(to, at.at(v) + 1).second) continue;
      by[to] = c;
      open.push_back(to);
    }
  }
  std::unordered_map<NodeId, char> reached;
  for (const NodeId to : flow_.destinations) {
    if (!at.contains(to)) return false;
    if (network_.forwards(to)) used_.emplace_back(resources_.ejects(to), at.at(to));
    for (NodeId v = to; v != root && reached.try_emplace(v, 1).second;) {
      hop(by.at(v), at.at(v) - 1);
      v = network_.channels()[by.at(v)].from;
    }
  }
  return true;
}

ReductionTree RandomTrees::finished() const {
  Offset first = 0, last = 0;
  for (const auto& [resource, at] : used_) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
  ReductionTree shape{.span = static_cast<Cycle>(last - first + 1),
                      .last_begin = static_cast<Cycle>(*std::ranges::max_element(begins_) - first)};
  for (const auto& [resource, at] : used_) {
    shape.uses.push_back({resource, static_cast<Cycle>(at - first)});
  }
  for (const auto& [at, channel] : hops_) {
    shape.hops.push_back({static_cast<Cycle>(at - first), channel});
  }
  std::ranges::stable_sort(shape.hops, {}, &PlacedHop::cycle);
  return shape;
}

}  // namespace romcast::periodic
