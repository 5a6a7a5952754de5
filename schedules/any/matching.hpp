// SPDX-License-Identifier: Apache-2.0
// The greedy search of the algorithm `matching`, to which other algorithms fall back.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The hops of the shortest schedule of several attempts; empty if no message must move. After the
/// first attempt, the search ends if a schedule has at most `bound` cycles, the time is over, or a
/// fixed number of attempts is made.
Hops match(const Task& task, Cycle bound, const Deadline& deadline);

}  // namespace romcast::any
