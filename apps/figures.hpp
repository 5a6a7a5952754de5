// SPDX-License-Identifier: Apache-2.0
// Runs for claims: from options in one line to figures.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/scenario.hpp"
#include "claims/claim.hpp"

namespace romcast {

/// The scenario of options as `romcast run` takes them. Throws InputError.
Scenario scenario_of(const std::string& options);

/// Runs it, on hardware at most once per process, and returns its report (schema romcast.run/1)
/// without what figures do not need; {"fault": why} if it cannot be run.
nlohmann::ordered_json report_of_run(const std::string& run);
claims::Figures figures_of(const std::string& run, const nlohmann::ordered_json& report);

}  // namespace romcast
