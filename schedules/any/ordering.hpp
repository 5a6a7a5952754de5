// SPDX-License-Identifier: Apache-2.0
// Searches for a good order in which messages on chosen trees are sent. First tries compromises
// between sending messages at a steady rate and sending those with most hops to go before the
// others. Then, repeatedly, messages that arrive last become more urgent and the hops are listed
// anew (squeaky wheel optimisation, Joslin & Clements 1999). At the end, unless links have times,
// sweeps shorten the schedule (justification.hpp).
#pragma once

#include <functional>

#include "schedules/any/branches.hpp"

namespace romcast::any {

struct Ordering {
  Cycle bound = 0;                ///< a schedule of this many cycles ends the search
  Cycle known = kNone;            ///< the result must have fewer cycles
  std::function<bool()> go_on{};  ///< false ends the search, but not before the first order
};

/// The hops of the shortest schedule that is found; empty if none is found that has fewer cycles
/// than `ordering.known`. `start[m]`: the share of the schedule's cycles, from 0 to 1, after which
/// message m starts if messages start at a steady rate. Changes the urgencies of the branches.
Hops ordered(const Task& task, Branches& branches, const std::vector<double>& start,
             const Ordering& ordering);

}  // namespace romcast::any
