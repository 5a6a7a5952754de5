// SPDX-License-Identifier: Apache-2.0
// Trees of a reduction, with the cycles in which a word uses each resource.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"
#include "schedules/periodic/placement.hpp"

namespace romcast::periodic {

/// A use of a resource (see ReductionResources) some cycles after the word's start.
struct ReductionUse {
  std::uint32_t resource = 0;
  Cycle after = 0;
};

/// A tree with the times at which it uses resources. `span`: the cycles from the first use to the
/// last, both included.
struct ReductionTree {
  std::vector<ReductionUse> uses{};
  Placed hops{};
  Cycle span = 0;
  Cycle last_begin = 0;  // cycle in which the last source begins; the first begins in cycle 0
};

/// Numbers the resources: first the channels, then the operators of all nodes, then the links by
/// which nodes inject their own words, last the links by which nodes eject results. Only processors
/// that forward use links of the last two kinds.
class ReductionResources {
 public:
  explicit ReductionResources(const Topology& network)
      : channels_(static_cast<std::uint32_t>(network.channels().size())),
        nodes_(static_cast<std::uint32_t>(network.nodes())) {}
  [[nodiscard]] std::uint32_t combines(NodeId v) const { return channels_ + v; }
  [[nodiscard]] std::uint32_t injects(NodeId v) const { return channels_ + nodes_ + v; }
  [[nodiscard]] std::uint32_t ejects(NodeId v) const { return channels_ + 2 * nodes_ + v; }
  [[nodiscard]] std::uint32_t all() const { return channels_ + 3 * nodes_; }

 private:
  std::uint32_t channels_, nodes_;
};

/// Makes random trees of a reduction. `network`, `flow` and `random` must outlive this object.
class RandomTrees {
 public:
  RandomTrees(const Topology& network, const Flow& flow, std::minstd_rand& random);

  /// Returns a tree along shortest paths if `shortest`, otherwise a tree with few children per
  /// node. Returns nothing if the tree misses a source or cannot reach a destination.
  std::optional<ReductionTree> make(bool shortest);

 private:
  using Offset = std::int64_t;  // cycles after the result is complete

  std::uint32_t below(std::size_t count);
  NodeId choose_root();
  void add(NodeId node, ChannelId channel, NodeId parent);
  [[nodiscard]] std::vector<ChannelId> fresh(NodeId v) const;
  void grow_shortest(NodeId root);
  bool grow_narrow(NodeId root);
  bool add_endpoints();
  bool prune(NodeId v);
  [[nodiscard]] bool owns(NodeId v) const;
  void measure(NodeId v);
  [[nodiscard]] static Offset arrival(std::size_t words, std::size_t i);
  void combine(NodeId v, Offset complete);
  void hop(ChannelId c, Offset at);
  bool distribute(NodeId root);
  [[nodiscard]] ReductionTree finished() const;

  const Topology& network_;
  const Flow& flow_;
  std::minstd_rand& random_;
  const ReductionResources resources_;
  std::vector<char> is_source_, in_tree_;         // by node
  std::vector<std::vector<ChannelId>> children_;  // by node: channels from the children
  std::vector<Offset> lag_;                       // by node
  std::vector<std::pair<std::uint32_t, Offset>> used_;
  std::vector<std::pair<Offset, ChannelId>> hops_;
  std::vector<Offset> begins_;
};

}  // namespace romcast::periodic
