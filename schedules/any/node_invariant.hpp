// SPDX-License-Identifier: Apache-2.0
// The search of `node-invariant`, for algorithms that choose the best of several.
#pragma once

#include "schedules/any/lockstep.hpp"

namespace romcast::any {

/// The reason why the search does not apply; empty if it applies.
std::string node_invariant_refusal(const Problem& problem);
/// Allgather or alltoall on a Cayley graph, single- or multi-port.
Lockstep node_invariant(const Task& task, Cycle bound, const Deadline& deadline);

}  // namespace romcast::any
