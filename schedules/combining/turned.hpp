// SPDX-License-Identifier: Apache-2.0
// Reverses spreading schedules of fully connected machines: a processor that passed a message to
// many processors now combines their values. A reduce is a reversed broadcast, a reduce-scatter a
// reversed allgather. Legal schedules stay legal under all L, o and g, and lower bounds stay valid.
#pragma once

#include "romcast/core/algorithm.hpp"

namespace romcast::combining {

/// The spreading problem, a broadcast or an allgather, whose reverse is `problem`.
Problem turned(const Problem& problem, CollectiveKind spreading);

/// The hops of a spreading plan, reversed, in order of cycle, without those hops of the plan that
/// bring a processor a message that it already has.
std::vector<Hop> turned_round(const Problem& spreading, const Plan& plan);

/// The hops of `first`, then those of `second`, which begin `pause` cycles after all messages of
/// `first` can be used. For allreduces, which first combine and then spread.
std::vector<Hop> one_after_the_other(std::vector<Hop> first, std::vector<Hop> second, Timing timing,
                                     std::uint64_t pause = 0);

/// A reduce or reduce-scatter made from an algorithm that spreads.
Algorithm turned_algorithm(Algorithm spreading, CollectiveKind collective, std::string summary);

}  // namespace romcast::combining
