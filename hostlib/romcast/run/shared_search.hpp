// SPDX-License-Identifier: Apache-2.0
// Schedules that are searched for, on several ranks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ranks/ranks.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// What it finds depends on the time that it has.
bool searches(const Algorithm& algorithm);

struct FoundPlan {
  std::optional<Plan> plan;  ///< the best of all ranks, on the first one; none on the others
  bool rank_lost = false;
};
/// Every rank makes attempts of its own; those of a rank that is lost are made again elsewhere.
/// `notice` is told of such ranks. Throws InputError or MissingError if the search does.
FoundPlan search_on_ranks(Ranks& ranks, const Job& job,
                          const std::function<void(const std::string&)>& notice);

/// This plan, if all ranks have the same; else that of the first one, on all of them.
Plan same_on_all(Ranks& ranks, Plan plan);

}  // namespace romcast
