// SPDX-License-Identifier: Apache-2.0
// Collectives that the nodes of any network combine: a spreading schedule on the network with all
// links turned round, backwards in time. A node that passed a message to many nodes now combines
// their values. It sends the result once, after all values have come, because it received the
// message once. So bounds stay bounds and optima stay optima.
#pragma once

#include "schedules/any/reversed.hpp"

namespace romcast::any {

/// A broadcast or allgather with this number of messages each, on the same network.
Problem spreading(const Problem& problem, CollectiveKind kind, std::uint32_t messages);
/// The same problem on the reversed network. The network of `problem` must outlive it.
Problem turned(const Problem& problem, CollectiveKind kind, std::uint32_t messages);

/// All hops of a plan except those that bring a message to a node that has it, or that no node
/// needs.
Hops useful_hops(const Problem& spreading, const Plan& plan);

/// A reduce by a broadcast, or a reduce-scatter by an allgather.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::any
