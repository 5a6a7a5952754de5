// SPDX-License-Identifier: Apache-2.0
// k-port postal machines (Bar-Noy & Ho 1999, section 5): at any time a processor begins up to k
// sends and up to k receptions, and a message that is sent at time s can be sent on from time s + L
// on. Times count from 0; time s is cycle s+1. With L = 1 the times are the rounds of the other
// algorithms.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/complete.hpp"

namespace romcast::complete {

/// P(0), P(1), .. P(B): the number of processors that one message can reach by each time, at most
/// n; the last element is n. P(t) = P(t-1) + k P(t-L), and 1 for t < L.
std::vector<std::uint64_t> reached(const Size& size);

/// B(n): the least time of a broadcast of one message.
std::uint64_t broadcast_time(const Size& size);

/// No broadcast of m messages takes less time: a processor that begins to send at time s has a
/// message, so at most P(s) processors do; at most n-1 processors receive, k messages each at a
/// time; and m(n-1) messages must be sent.
std::uint64_t fewest_cycles(const Size& size);

/// The least delay of the messages of an endless broadcast in which the broadcaster sends k new
/// messages at every time, so that it sends none twice: L + B(n-1).
std::uint64_t least_delay(const Size& size);

/// Sets the delay of the messages; with the option `continuous` adds its bound to the text.
void add_item_delay(const Problem& problem, std::uint64_t delay, Theory& theory);

}  // namespace romcast::complete
