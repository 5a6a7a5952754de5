// SPDX-License-Identifier: Apache-2.0
// A co-simulation in a child process, as SystemC has one kernel per process.
#pragma once

#include <nlohmann/json.hpp>

#include "apps/scenario.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Co-simulates a scenario in a child process, so that several can run; returns the report as JSON.
/// Errors in the child are rethrown as exceptions of the same kind.
nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunSettings& settings = {});

}  // namespace romcast
