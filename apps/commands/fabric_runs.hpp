// SPDX-License-Identifier: Apache-2.0
// The schedules of a fabric from the command line, and their co-simulation.
#pragma once

#include <optional>

#include "apps/commands/command_line.hpp"
#include "romcast/design/fabric/fabric_design.hpp"

namespace romcast {

/// The runs of both modes; `second` is empty without --then.
struct FabricRuns {
  Run first;
  std::optional<Run> second{};
  [[nodiscard]] Run* then() { return second ? &*second : nullptr; }
};

/// Throws InputError if no network is given, or if no schedule of the scenario obeys the rules.
FabricRuns fabric_runs(const CommandLine& given, FabricRules rules);

/// The same with the rules of `settings`. If a run combines words, sets `settings` to frames on
/// demand, without credits.
FabricRuns fabric_runs(const CommandLine& given, FabricSettings& settings);

/// --payload, --then, --credits, --on-demand, --operator, --signed.
void add_fabric_choice(CLI::App& command, FabricOptions& options);

/// --fabric-period and its options.
void add_run_fabric(CLI::App& command, CommandLine& given);
/// `romcast run --fabric-period`; returns the exit status.
int run_fabric(CommandLine& given);

}  // namespace romcast
