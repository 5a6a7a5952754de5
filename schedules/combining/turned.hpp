// SPDX-License-Identifier: Apache-2.0
// Spreading schedules of fully connected machines, backwards in time: a processor that passed a
// message to many processors now combines their values. A reduce is a broadcast turned round, a
// reduce-scatter an allgather. Legal schedules stay legal under all L, o and g, and bounds stay
// bounds.
#pragma once

#include "romcast/core/algorithm.hpp"

namespace romcast::combining {

/// The spreading problem, a broadcast or an allgather, whose reverse is `problem`.
Problem turned(const Problem& problem, CollectiveKind spreading);

/// The hops of a spreading plan backwards, in order of their cycles; only the first arrival of a
/// message at a processor counts.
std::vector<Hop> turned_round(const Problem& spreading, const Plan& plan);

/// Makes `first`, then `second`: it begins `pause` cycles after all messages of `first` can be
/// used. For allreduces, which combine first and then spread.
std::vector<Hop> one_after_the_other(std::vector<Hop> first, std::vector<Hop> second, Timing timing,
                                     std::uint64_t pause = 0);

/// A reduce or reduce-scatter made from an algorithm that spreads.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::combining
