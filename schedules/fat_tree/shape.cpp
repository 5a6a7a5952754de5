// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/shape.hpp"

#include <fmt/format.h>

#include <utility>

namespace romcast {

std::string tree_refusal(const Topology& topology) {
  const bool branches = topology.channels().size() == 2 * (topology.nodes() - 1);
  if (!branches || !std::ranges::all_of(topology.channels(), [&](const Channel& c) {
        return c.to != kNone && topology.find_channel(c.to, c.from) != kNone;
      })) {
    return "the network is no tree";
  }
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (topology.outputs(v).size() > TreeShape::kMostChildren) {
      return fmt::format("{} has more than {} neighbours", topology.node_name(v),
                         TreeShape::kMostChildren);
    }
  }
  return "";
}

TreeShape::TreeShape(const Topology& topology)
    : topology_(topology),
      root_(topology.processors() == topology.nodes() ? 0
                                                      : static_cast<NodeId>(topology.nodes() - 1)),
      nodes_(topology.nodes()) {
  downs_.reserve(topology.nodes() - 1);
  std::vector<NodeId> order{root_};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const NodeId v = order[i];
    Node& node = nodes_[v];
    node.first_down = static_cast<std::uint32_t>(downs_.size());
    for (const ChannelId c : topology.outputs(v)) {
      const NodeId to = topology.channels()[c].to;
      if (to == node.parent) {
        node.up = c;
        continue;
      }
      nodes_[to].parent = v;
      nodes_[to].own_port = node.children++;
      downs_.push_back(c);
      order.push_back(to);
    }
  }
  for (std::size_t i = order.size(); i-- > 1;) {
    const Node& node = nodes_[order[i]];
    Node& above = nodes_[node.parent];
    above.level = std::max(above.level, node.level + 1);
  }
  order_depth_first();
}

void TreeShape::order_depth_first() {
  std::uint32_t next = 0;
  std::vector<std::pair<NodeId, unsigned>> open{{root_, 0}};  // nodes and their next children
  nodes_[root_].begin = next++;
  while (!open.empty()) {
    auto& [v, port] = open.back();
    Node& node = nodes_[v];
    if (port < node.children) {
      const NodeId to = child(v, port++);
      nodes_[to].begin = next++;
      open.emplace_back(to, 0);
      continue;
    }
    node.end = next;
    if (node.children > 0) {
      node.each = (node.end - node.begin - 1) / node.children;
      for (unsigned p = 0; p < node.children; ++p) {
        const Node& below = nodes_[child(v, p)];
        if (below.end - below.begin != node.each) {
          node.each = 0;
          break;
        }
      }
    }
    open.pop_back();
  }
}

LevelTree::LevelTree(std::vector<std::uint32_t> children, std::vector<std::uint32_t> capacity)
    : children_(std::move(children)), capacity_(std::move(capacity)), width_{1} {
  for (const std::uint32_t k : children_) {
    width_.push_back(width_.back() * k);
    binary_ = binary_ && k == 2;
  }
}

LevelTree::LevelTree(const FatTree& tree)
    : LevelTree(std::vector<std::uint32_t>(tree.height(), tree.arity()), tree.capacities()) {}

bool LevelTree::is(const Topology& topology) {
  return topology.intact() && (topology.network() == "fat-tree" || topology.network() == "tree");
}

LevelTree LevelTree::of(const Topology& topology) {
  if (const auto* tree = dynamic_cast<const FatTree*>(&topology)) return *tree;
  const TreeShape shape(topology);
  std::vector<std::uint32_t> children, capacity;
  for (NodeId v = 0; v != shape.root(); v = shape.parent(v)) {
    children.push_back(shape.children(shape.parent(v)));
    capacity.push_back(topology.channels()[shape.up(v)].capacity);
  }
  return {std::move(children), std::move(capacity)};
}

unsigned LevelTree::turn_level(NodeId leaf, NodeId other) const {
  unsigned level = 0;
  while (leaf / width_[level] != other / width_[level]) ++level;
  return level;
}

}  // namespace romcast
