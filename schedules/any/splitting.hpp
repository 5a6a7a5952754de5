// SPDX-License-Identifier: Apache-2.0
// Splits off switches: joins each arc that enters a switch to arcs that leave the switch. Then
// trees need not reach the switch, and every vertex that wants all messages can still get all
// (Mader 1978; Bang-Jensen, Frank & Jackson 1995). No capacity is lost if the capacities into and
// out of each switch are equal; otherwise some capacity may be lost.
#pragma once

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::any {

/// Splits off the switches (vertices from number `processors` on) that do not want messages. The
/// capacity of an arc must be its total over all cycles. Vertex v begins with
/// messages * graph.messages[v] messages.
void split_off_switches(bounds::SpreadGraph& graph, std::size_t processors, std::int64_t messages);

}  // namespace romcast::any
