// SPDX-License-Identifier: Apache-2.0
// k-port postal machines (Bar-Noy & Ho 1999, section 5): at any time a processor begins up to k
// sends and up to k receptions. The receiver of a message that is sent at time s can forward the
// message at time s + L or later, where L is the latency. Times count from 0; time s is cycle s+1.
// With L = 1 the times are the rounds of the other algorithms.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/complete.hpp"

namespace romcast::complete {

/// Element t is min(P(t), n), where P(t) is the largest number of processors that can have a given
/// message at time t: P(t) = 1 for t < L, else P(t-1) + k P(t-L). Only the last element is n.
std::vector<std::uint64_t> reached(const Size& size);

/// B(n): the least time of a broadcast of one message.
std::uint64_t broadcast_time(const Size& size);

/// A lower bound of the cycles of a broadcast of m messages. Such a broadcast needs m(n-1) sends,
/// and at time s at most k min(P(s), n-1) sends begin: at most P(s) processors have a message to
/// send, and at most n-1 processors receive.
std::uint64_t fewest_cycles(const Size& size);

/// The least delay of the messages of an endless broadcast in which the broadcaster sends k new
/// messages at every time, and so sends each message only once: L + B(n-1).
std::uint64_t least_delay(const Size& size);

/// Sets theory.item_delay to `delay`. With the option `continuous`, also appends `delay` and
/// least_delay() to theory.formula_source.
void add_item_delay(const Problem& problem, std::uint64_t delay, Theory& theory);

}  // namespace romcast::complete
