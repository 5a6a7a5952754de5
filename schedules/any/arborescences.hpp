// SPDX-License-Identifier: Apache-2.0
// Packs trees from every vertex that has messages to all vertices that want messages, within the
// capacities of the arcs. Such trees exist if, within these capacities, each single vertex that
// wants messages can get all messages (Edmonds 1973; Kamiyama, Katoh & Takizawa 2009 for vertices
// that only send). Equal trees are one tree with a count, so the packing takes polynomial time
// (Schrijver 2003, section 53.5; Berczi & Frank 2010).
#pragma once

#include <functional>
#include <optional>

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// A tree in a SpreadGraph. `arcs` holds the indices of the tree's arcs; the arc into a vertex
/// precedes the arcs out of the vertex. `count` messages of the root use the tree.
struct Arborescence {
  std::size_t root = 0;  ///< a vertex
  std::int64_t count = 0;
  std::vector<std::size_t> arcs{};
};

/// Trees along which every vertex v sends `messages` * graph.messages[v] messages to every vertex w
/// with graph.wants[w]; nullopt if the capacities do not suffice, or if `go_on` ends the search.
std::optional<std::vector<Arborescence>> pack_arborescences(const bounds::SpreadGraph& graph,
                                                            std::int64_t messages,
                                                            const std::function<bool()>& go_on);

}  // namespace romcast::any
