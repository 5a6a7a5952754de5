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

/// The plan's hops, bounds, note, rate and period as a text; unpacked_plan() parses this text.
std::string packed_plan(const Plan& plan);
Plan unpacked_plan(const std::string& text);

struct FoundPlan {
  std::optional<Plan> plan;  ///< the best plan of all ranks; nullopt except on the first rank
  bool rank_lost = false;
};
/// Searches on all ranks, which all call this function: each rank has a share of the attempts, and
/// another rank repeats the share of a lost rank. `notice` receives a line for each lost rank.
/// Throws InputError if no rank finds a plan, MissingError if a search fails otherwise.
FoundPlan search_on_ranks(Ranks& ranks, const Job& job,
                          const std::function<void(const std::string&)>& notice);

/// Called by all ranks, returns the same plan on all of them: `plan` if all ranks have the same
/// `plan`, otherwise the `plan` of the first rank.
Plan same_on_all(Ranks& ranks, Plan plan);

}  // namespace romcast
