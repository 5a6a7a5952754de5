// SPDX-License-Identifier: Apache-2.0
// Declares rows of the option table on a command, and parses them.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/option_table.hpp"

namespace romcast {

/// Adds all options of a scenario to a command; parsing stores their values in `scenario`.
void add_scenario_options(CLI::App& command, Scenario& scenario);
/// Adds only the options of the network and the ports, except the networks' options `latency` and
/// `cycle`, which add_logp_times() adds.
void add_network_and_ports(CLI::App& command, Scenario& scenario);

/// Adds only the options of a periodic schedule on links of one cycle.
void add_frame_options(CLI::App& command, Scenario& scenario);

/// Adds only the options of a network.
void add_network_choice(CLI::App& command, Scenario& scenario);

/// Adds the times of LogP machines.
void add_logp_times(CLI::App& command, Scenario& scenario);

/// Parses a line with options of a scenario, in the syntax of `romcast run`; the line may contain
/// --fabric, too. Throws InputError for any other option, or for a wrong value.
Scenario scenario_of(const std::string& options);

}  // namespace romcast
