// SPDX-License-Identifier: Apache-2.0
// Switches split off: each arc into a switch is joined with arcs out of it, so that trees need not
// reach the switch, and every vertex that wants all messages can still get them (Mader 1978;
// Bang-Jensen, Frank & Jackson 1995). Complete where the capacities into and out of each switch are
// equal; elsewhere capacity may be lost.
#pragma once

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// The capacities are those of all cycles, and `messages` start at each vertex that has any. Splits
/// off the vertices that are switches and do not want messages.
void split_off_switches(bounds::SpreadGraph& graph, std::size_t processors, std::int64_t messages);

}  // namespace romcast::any
