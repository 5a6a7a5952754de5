// SPDX-License-Identifier: Apache-2.0
// The greedy search of the algorithm `matching`, to which other algorithms fall back.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The best schedule of several attempts. The first attempt is always made; further attempts follow
/// until a schedule meets the bound, the time is over, or a fixed number of attempts is made.
Hops match(const Task& task, Cycle bound, const Deadline& deadline);

}  // namespace romcast::any
