// SPDX-License-Identifier: Apache-2.0
// From a scenario to what the page of `romcast view` draws.
#pragma once

#include "apps/view/view_data.hpp"

namespace romcast {

/// Plans and judges the job of a run. `given`: the result of an earlier run of it (romcast.run/1),
/// whose figures are shown then, or null. Throws InputError if it has too many hops to look at
/// each, or if the result is of another plan.
nlohmann::ordered_json scenario_view(Run& run, const nlohmann::ordered_json& given = nullptr,
                                     const ViewLimits& limits = {});

}  // namespace romcast
