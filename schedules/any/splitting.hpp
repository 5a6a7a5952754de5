// SPDX-License-Identifier: Apache-2.0
// Splits off switches: joins each arc into a switch with arcs out of it, so that trees need not
// reach the switch, and every vertex that wants all messages can still get them (Mader 1978;
// Bang-Jensen, Frank & Jackson 1995). No capacity is lost if the capacities into and out of each
// switch are equal; otherwise some capacity may be lost.
#pragma once

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// Splits off the vertices that are switches and do not want messages. The capacities are those of
/// all cycles together; every vertex begins with `messages` times its graph.messages.
void split_off_switches(bounds::SpreadGraph& graph, std::size_t processors, std::int64_t messages);

}  // namespace romcast::any
