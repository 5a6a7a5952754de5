// SPDX-License-Identifier: Apache-2.0
// Collectives whose values the nodes combine, on any network: the schedule of a broadcast or
// allgather for the network with all links reversed, run backwards in time. A node that sent a
// message to many nodes now combines their values. It sends the result once, after all values have
// arrived, because it had received the message once. Therefore bounds stay bounds and optima stay
// optima.
#pragma once

#include "schedules/any/reversed.hpp"

namespace romcast::any {

/// A broadcast or allgather with this number of messages per sender, on the same network.
Problem spreading(const Problem& problem, CollectiveKind kind, std::uint32_t messages);
/// The result of spreading(), but on the network with all links reversed. The network of `problem`
/// must outlive the result.
Problem turned(const Problem& problem, CollectiveKind kind, std::uint32_t messages);

/// The hops of a plan, except those to a node that already has the message and those that no
/// processor needs.
Hops useful_hops(const Problem& spreading, const Plan& plan);

/// Turns a broadcast into a reduce, or an allgather into a reduce-scatter.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::any
