// SPDX-License-Identifier: Apache-2.0
// Searches for schedules on several ranks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ranks/ranks.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// True if the algorithm has a time limit, on which its result may depend.
bool searches(const Algorithm& algorithm);

/// packed_plan() serialises the plan's hops and the search's findings; unpacked_plan() parses them.
std::string packed_plan(const Plan& plan);
Plan unpacked_plan(const std::string& text);

struct FoundPlan {
  std::optional<Plan> plan;  ///< on the first rank the best plan of all; else nullopt
  bool rank_lost = false;
};
/// Every rank makes different attempts; those of a lost rank are repeated on another. `notice`
/// receives a line for each lost rank. Throws InputError or MissingError if the search does.
FoundPlan search_on_ranks(Ranks& ranks, const Job& job,
                          const std::function<void(const std::string&)>& notice);

/// Returns `plan` if all ranks have the same plan, else the plan of the first rank, on all ranks.
Plan same_on_all(Ranks& ranks, Plan plan);

}  // namespace romcast
