// SPDX-License-Identifier: Apache-2.0
#include "apps/view/scenario_view.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"

namespace romcast {

nlohmann::ordered_json scenario_view(const Scenario& scenario, RunOptions options,
                                     const nlohmann::ordered_json& given,
                                     const ViewLimits& limits) {
  const Resolved resolved = resolve(scenario);
  options.hardware = false;
  Plan made;
  const Report report = run_resolved(resolved, options, &made);
  if (!made.open) {
    throw InputError("this run has too many hops to look at each; take a smaller network");
  }
  const nlohmann::ordered_json planned = report.json();
  if (!given.is_null() && given.at("plan").at("cycles") != planned["plan"]["cycles"]) {
    throw InputError(
        fmt::format("the result says {} cycles, its scenario makes a plan of {}; run it again",
                    given["plan"]["cycles"].dump(), planned["plan"]["cycles"].dump()));
  }
  return view_json(resolved, made, given.is_null() ? planned : given, limits);
}

}  // namespace romcast
