// SPDX-License-Identifier: Apache-2.0
// The search of `exact`, for algorithms that choose the best of several.
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

struct Exact {
  Hops hops{};               ///< none: nothing better was found
  Cycle proved = 0;          ///< no schedule has fewer cycles; 0: nothing beyond the bound is known
  bool checked = true;       ///< all refutations that it rests on were checked
  bool interrupted = false;  ///< the time was over before all was known
};

/// Most literals of a formula that fits into memory.
inline constexpr std::uint64_t kMostLiterals = 60'000'000;
/// Upwards from the bound, until a schedule of fewer than `known` cycles is found, or as long as
/// there is time, and formulas have no more literals than `most`, roughly.
Exact exact(const Task& task, Cycle bound, Cycle known, const Deadline& deadline,
            std::uint64_t most = kMostLiterals);

/// Into the plan, what has been proved beyond the bound, and how.
void tell(const Exact& found, Cycle bound, const Problem& problem, Plan& plan);

}  // namespace romcast::any
