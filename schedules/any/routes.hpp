// SPDX-License-Identifier: Apache-2.0
// Paths that are chosen before the scheduling: for every destination a tree of links that lead to
// it.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The channel to take (kNone: no path) and the hops to go, by destination and node.
struct Routes {
  std::vector<std::vector<ChannelId>> next;
  std::vector<std::vector<std::uint32_t>> hops;
  /// Cycles of the busiest link or port; no schedule along these paths is faster.
  std::uint64_t busiest = 0;
};

/// The choice between several links that continue a shortest path: most_first takes the link whose
/// two nodes have numbers that differ most, least_first the link whose numbers differ least; on
/// hypercubes, meshes and tori with row-major numbers this is dimension order. With `mixed`,
/// destinations at an even distance from node 0 use most_first, the others least_first, so that all
/// dimensions are busy from the beginning.
enum class Order { most_first, least_first, mixed };
/// Shortest paths.
Routes ordered_routes(const Task& task, Order order);

/// Paths that spread the load: busy links become more expensive, and the tree of each destination
/// is replaced by the cheapest one (negotiated congestion, McMurchie & Ebeling 1995), until no link
/// or port is busy for more than `bound` cycles, or the rounds or the time are over.
Routes negotiated_routes(const Task& task, std::uint64_t bound, unsigned rounds, unsigned seed,
                         const Deadline& deadline);

}  // namespace romcast::any
