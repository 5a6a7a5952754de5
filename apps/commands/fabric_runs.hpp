// SPDX-License-Identifier: Apache-2.0
// Plans and co-simulates the schedules of a fabric that the command line describes.
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

/// Plans each mode, with the flow control in `rules`. Throws InputError if neither a file nor a
/// network is given, if there is no schedule with this flow control, or if --operator or --signed
/// does not fit the runs.
FabricRuns fabric_runs(const CommandLine& given, FabricRules rules);

/// The same with the rules of `settings`. If a run combines words, sets `settings` to frames on
/// demand, without credits. Throws InputError also if --credits does not fit the runs.
FabricRuns fabric_runs(const CommandLine& given, FabricSettings& settings);

/// Adds --payload, --then, --credits, --on-demand, --operator and --signed.
void add_fabric_choice(CLI::App& command, FabricOptions& options);

/// Adds --fabric-period and the options that need it.
void add_run_fabric(CLI::App& command, CommandLine& given);
/// `romcast run --fabric-period`; returns the exit status.
int run_fabric(CommandLine& given);

}  // namespace romcast
