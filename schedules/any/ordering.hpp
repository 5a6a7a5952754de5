// SPDX-License-Identifier: Apache-2.0
// Orders in which messages on chosen trees are sent: at a steady rate, or those with most hops to
// go first; then messages that come last become more urgent, and the hops are listed again (squeaky
// wheel optimisation, Joslin & Clements 1999), and sweeps (justification.hpp).
#pragma once

#include <functional>

#include "schedules/any/branches.hpp"

namespace romcast::any {

struct Ordering {
  Cycle bound = 0;                ///< a schedule of this many cycles ends the search
  Cycle known = kNone;            ///< a schedule must be faster
  std::function<bool()> go_on{};  ///< ends the search, but not the first order
};

/// The shortest schedule of the orders that are tried; empty if none is faster than the known one.
/// `start`: by message, when it starts at a steady rate, from 0 to 1. Changes the urgencies.
Hops ordered(const Task& task, Branches& branches, const std::vector<double>& start,
             const Ordering& ordering);

}  // namespace romcast::any
