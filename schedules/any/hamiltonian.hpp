// SPDX-License-Identifier: Apache-2.0
// Single-port allgathers around a Hamiltonian cycle: every node passes on what it received, and
// receives a message in every clock cycle. With M messages of each of n nodes an allgather takes
// M (n-1) clock cycles, the fewest that one port allows.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The channels of a cycle through all nodes, indexed by the sender; empty if no such cycle is
/// found, or if the network has switches or too many nodes. The search is a heuristic that merges
/// short cycles and may miss a cycle that exists.
std::vector<ChannelId> hamiltonian_cycle(const Topology& topology);

/// An allgather along a cycle from hamiltonian_cycle().
Hops gather_round(const Task& task, const std::vector<ChannelId>& cycle);

}  // namespace romcast::any
