// SPDX-License-Identifier: Apache-2.0
// Trees from every vertex that has messages to all that want them, within the capacities of the
// arcs: they exist if every vertex can get all messages (Edmonds 1973; Kamiyama, Katoh & Takizawa
// 2009 for vertices that only send), and are found in polynomial time with a tree counted as often
// as it is used (Schrijver 2003, section 53.5; Berczi & Frank 2010).
#pragma once

#include <functional>
#include <optional>

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// Arcs by index, each after the arc that leads to it. `count` messages of the root use it.
struct Arborescence {
  std::size_t root = 0;  ///< a vertex
  std::int64_t count = 0;
  std::vector<std::size_t> arcs{};
};

/// M messages for every one that starts at a vertex; all vertices but senders want them. Nothing if
/// the capacities do not suffice, or if `go_on` ends the search.
std::optional<std::vector<Arborescence>> pack_arborescences(const bounds::SpreadGraph& graph,
                                                            std::int64_t messages,
                                                            const std::function<bool()>& go_on);

}  // namespace romcast::any
