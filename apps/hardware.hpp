// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report: chooses depths and ROMs, co-simulates, reads the counters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/runner.hpp"
#include "romcast/core/queue_depth.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

/// What judging a plan tells.
struct PlanFigures {
  Verdict verdict;
  Cycle last_hop = 0;
  std::uint32_t store_places = 0;  ///< direct networks: of the fullest store or bank (StorePlaces)
  bool rings = false;              ///< direct networks: banks are rings
};

/// A set of ROM images, for the eye.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomSize size;
};

/// A kind of machine, one entry per kind: what runs a problem in hardware, and what that takes.
struct Machine {
  bool (*serves)(const Problem&);
  /// Throws InputError if a network is too large to be run, or an option does not fit; needs no
  /// plan.
  void (*check)(const Resolved&, const RunOptions&);
  /// What a queue depth that was asked for limits, as the judge sees it.
  std::optional<QueueLimit> (*limit)(const Resolved&, const Plan&);
  /// The Verilog nodes, controlled as asked for; what their ROMs take goes into the report.
  std::shared_ptr<NodeHardware> (*make)(const Resolved&, const Plan&, const PlanFigures&,
                                        const RunOptions&, Report&);
  /// The queues of these nodes: what the plan needs and what is built for it, level by level.
  std::vector<QueueDepth> (*depths)(const Resolved&, const Plan&, const PlanFigures&,
                                    const RunOptions&);
  /// Writes a folder of ROM images. Throws InputError if they do not fit.
  std::vector<RomRow> (*write_roms)(const std::string& folder, const Resolved&, const Plan&,
                                    const std::vector<QueueDepth>&, const RunOptions&);
};
/// Each in its own file.
Machine tree_machine();
Machine direct_machine();
Machine complete_machine();
Machine logp_machine();
/// Throws InputError if there is none for a problem.
Machine machine_of(const Problem& problem);
/// Fully connected, with times of its own or more than messages that move.
bool is_logp(const Problem& problem);

/// Throws InputError if a fabric is asked for: only fully connected networks have a choice.
void check_no_fabric(const Resolved& resolved, const RunOptions& options);

/// Runs a plan on the Verilog switches and fills in the report. At most once per process.
void run_hardware(const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
                  std::optional<QueueLimit> limit, const RunOptions& options, Report& report);

}  // namespace romcast
