// SPDX-License-Identifier: Apache-2.0
// The search of the algorithm `node-invariant`. The default algorithm (portfolio.cpp) uses this
// search, too.
#pragma once

#include "schedules/any/lockstep.hpp"

namespace romcast::any {

/// The reason why the search does not apply; empty if it applies.
std::string node_invariant_refusal(const Problem& problem);
/// The shortest schedule of several attempts for an allgather or alltoall on a Cayley graph,
/// single- or multi-port. After the first attempt, the search ends early if a schedule has at most
/// `bound` cycles or the time is over.
Lockstep node_invariant(const Task& task, Cycle bound, const Deadline& deadline);

}  // namespace romcast::any
