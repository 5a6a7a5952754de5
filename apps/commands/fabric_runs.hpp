// SPDX-License-Identifier: Apache-2.0
// The schedules of a fabric from the command line, and their co-simulation.
#pragma once

#include <optional>

#include "apps/commands/command_line.hpp"
#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// The runs of both modes; without --then the second one follows from the first.
struct FabricRuns {
  Run first;
  std::optional<Run> second{};
  [[nodiscard]] Run* then() { return second ? &*second : nullptr; }
};

/// Throws InputError if there is no network, or if the scenario has no such schedule.
FabricRuns fabric_runs(const CommandLine& given, FabricRules rules);

/// The same with the rules of `settings`, which get frames on demand if there are reductions.
FabricRuns fabric_runs(const CommandLine& given, FabricSettings& settings);

/// --payload, --then, --credits, --on-demand, --operator, --signed.
void add_fabric_choice(CLI::App& command, FabricOptions& options);

/// --fabric-period and its options.
void add_run_fabric(CLI::App& command, CommandLine& given);
/// `romcast run --fabric-period`; returns the exit status.
int run_fabric(CommandLine& given);

}  // namespace romcast
