// SPDX-License-Identifier: Apache-2.0
// Single-port allgathers around a Hamiltonian cycle: every node passes on what it received, and
// receives a message in every cycle. With M messages of each of n nodes T = M (n-1), the fewest
// cycles with one port.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The channels of a cycle through all nodes, indexed by the sender; empty if none is found. A
/// heuristic, which merges short cycles and may miss a cycle that exists.
std::vector<ChannelId> hamiltonian_cycle(const Topology& topology);

/// An allgather along such a cycle.
Hops gather_round(const Task& task, const std::vector<ChannelId>& cycle);

}  // namespace romcast::any
