// SPDX-License-Identifier: Apache-2.0
// Collectives that the nodes of any network combine: a spreading schedule on the network with all
// links turned round, backwards in time. A node that passed a message on to many now combines
// values of many, and sends them on once, when all have come, as it received the message once. So
// bounds stay bounds, and optima optima.
#pragma once

#include "schedules/any/reversed.hpp"

namespace romcast::any {

/// A broadcast or allgather with this number of messages each, on the same network.
Problem spreading(const Problem& problem, CollectiveKind kind, std::uint32_t messages);
/// The same on the network turned round. The network of `problem` must outlive it.
Problem turned(const Problem& problem, CollectiveKind kind, std::uint32_t messages);

/// All hops of a plan, without those that bring what is there or what is of no use.
Hops useful_hops(const Problem& spreading, const Plan& plan);

/// A reduce by a broadcast, or a reduce-scatter by an allgather.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::any
