// SPDX-License-Identifier: Apache-2.0
// Runs for claims: converts options in one line into figures.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/scenario.hpp"
#include "claims/claim.hpp"

namespace romcast {

/// The scenario of options in the syntax of `romcast run`. Throws InputError.
Scenario scenario_of(const std::string& options);

/// Runs the options, on hardware at most once per process, and returns the report (schema
/// romcast.run/1) reduced to the parts that figures need; {"fault": why} if the run is impossible.
nlohmann::ordered_json report_of_run(const std::string& run);
claims::Figures figures_of(const std::string& run, const nlohmann::ordered_json& report);

}  // namespace romcast
