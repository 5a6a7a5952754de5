// SPDX-License-Identifier: Apache-2.0
// Converts a scenario into the data that the page of `romcast view` draws.
#pragma once

#include "apps/view/view_data.hpp"

namespace romcast {

/// Plans and judges the job of a run. `given`: the result of an earlier run of the job
/// (romcast.run/1), whose figures are then shown, or null. Throws InputError if there are too many
/// hops to visit each, or if the result belongs to another plan.
nlohmann::ordered_json scenario_view(Run& run, const nlohmann::ordered_json& given = nullptr,
                                     const ViewLimits& limits = {});

}  // namespace romcast
