// SPDX-License-Identifier: Apache-2.0
// Packs trees from every vertex that has messages to all vertices that want messages, within the
// capacities of the arcs. Such trees exist if each vertex that wants messages can get all of them
// (Edmonds 1973; Kamiyama, Katoh & Takizawa 2009 for vertices that only send). A tree carries a
// count of its copies, so the packing takes polynomial time (Schrijver 2003, section 53.5; Berczi &
// Frank 2010).
#pragma once

#include <functional>
#include <optional>

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// A tree. `arcs` holds the indices of its arcs, each arc after the one that enters its tail.
/// `count` messages of the root use the tree.
struct Arborescence {
  std::size_t root = 0;  ///< a vertex
  std::int64_t count = 0;
  std::vector<std::size_t> arcs{};
};

/// Trees along which every vertex v sends `messages` * graph.messages[v] messages to every vertex
/// in graph.wants. Nothing if the capacities do not suffice, or if `go_on` ends the search.
std::optional<std::vector<Arborescence>> pack_arborescences(const bounds::SpreadGraph& graph,
                                                            std::int64_t messages,
                                                            const std::function<bool()>& go_on);

}  // namespace romcast::any
