// SPDX-License-Identifier: Apache-2.0
// Spreading schedules of fully connected machines, backwards in time: a processor that passed a
// message on to many now combines values of many. A reduce is a broadcast turned round, a
// reduce-scatter an allgather; legal schedules stay legal under all L, o and g, and bounds stay
// bounds.
#pragma once

#include "romcast/core/algorithm.hpp"

namespace romcast::combining {

/// The problem of which `problem` is the turned one: a broadcast or an allgather.
Problem turned(const Problem& problem, CollectiveKind spreading);

/// The hops of a spreading plan backwards, in order of their cycles; only the first arrival of a
/// message at a processor counts.
std::vector<Hop> turned_round(const Problem& spreading, const Plan& plan);

/// First `first`, then `second`, as soon as all that was sent can be used, and `pause` later; for
/// allreduces, which combine first and then spread.
std::vector<Hop> one_after_the_other(std::vector<Hop> first, std::vector<Hop> second, Timing timing,
                                     std::uint64_t pause = 0);

/// A reduce or reduce-scatter by an algorithm that spreads.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::combining
