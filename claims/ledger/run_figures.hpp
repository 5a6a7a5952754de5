// SPDX-License-Identifier: Apache-2.0
// The figures that claims read, from the report of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "claims/claim.hpp"

namespace romcast::claims {

/// The figures of the run with the options `run`. `report`: romcast.run/1, or {"fault": why} if the
/// run is impossible; for {"fault": why}, only `command` and `fault` are set.
Figures figures_of(const std::string& run, const nlohmann::ordered_json& report);

}  // namespace romcast::claims
