// SPDX-License-Identifier: Apache-2.0
// The greedy search of the algorithm `matching`, to which other algorithms fall back.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// The best schedule of several attempts; the first is always made, the others until one is at the
/// bound or the time is over.
Hops match(const Task& task, Cycle bound, const Deadline& deadline);

}  // namespace romcast::any
