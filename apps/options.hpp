// SPDX-License-Identifier: Apache-2.0
// Declares the options of a scenario on a command: those of the networks and of the algorithms come
// from their lists.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "apps/scenario.hpp"

namespace romcast {

/// Adds the scenario options to a command; values land in `scenario` when it is parsed.
void add_scenario_options(CLI::App& command, Scenario& scenario);

/// Adds only those that describe a network.
void add_network_choice(CLI::App& command, Scenario& scenario);

/// Adds the times of LogP machines.
void add_logp_times(CLI::App& command, Scenario& scenario);

}  // namespace romcast
