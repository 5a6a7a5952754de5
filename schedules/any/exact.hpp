// SPDX-License-Identifier: Apache-2.0
// The search of algorithm `exact`, also for algorithms that choose the best of several schedules.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

struct Exact {
  Hops hops{};               ///< empty: found none with fewer than `known` cycles
  Cycle proved = 0;          ///< no schedule has fewer cycles; at least the `bound` of exact()
  bool checked = true;       ///< all refutations that `proved` rests on were checked
  bool interrupted = false;  ///< the search ended before the optimum was known
};

/// Most literals of a formula that fits into memory.
inline constexpr std::uint64_t kMostLiterals = 60'000'000;
/// Searches for a schedule of T = bound, bound + 1, ... cycles until one is found, T reaches
/// `known`, the time is over, or a formula would have more than about `most` literals. Scatter and
/// gather are solved by a maximum flow where possible, without these limits.
Exact exact(const Task& task, Cycle bound, Cycle known, const Deadline& deadline,
            std::uint64_t most = kMostLiterals);

/// Enters into the plan found.proved with its source, if found.proved exceeds `bound`, and a note
/// if the search was interrupted.
void tell(const Exact& found, Cycle bound, const Problem& problem, Plan& plan);

}  // namespace romcast::any
