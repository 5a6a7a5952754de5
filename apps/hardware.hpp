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
  std::uint32_t store_places = 0;  ///< star graphs: of the fullest store or bank (StarPlaces)
};

/// A set of ROM images, for the eye.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomReport size;
};

/// What the command line needs to know of a network's hardware.
struct HardwareKind {
  bool (*serves)(const Topology&);
  /// Throws InputError if a network is too large to be run, or an option does not fit; needs no
  /// plan.
  void (*check)(const Resolved&, const RunOptions&);
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
/// One per kind of network that has hardware: its own file.
HardwareKind tree_hardware();
HardwareKind direct_hardware();
HardwareKind complete_hardware();
/// LogP machines are fully connected networks, too, but have hardware of their own.
bool is_logp(const Problem& problem);
void check_logp(const Resolved& resolved, const RunOptions& options);
std::shared_ptr<NodeHardware> make_logp(const Resolved& resolved, const Plan& plan,
                                        const PlanFigures& figures, const RunOptions& options,
                                        Report& report);
std::vector<QueueDepth> logp_depths(const Resolved& resolved, const PlanFigures& figures);
std::vector<RomRow> write_logp_roms(const std::string& folder, const Resolved& resolved,
                                    const Plan& plan, const std::vector<QueueDepth>& built,
                                    const RunOptions& options);
/// Throws InputError if there is no hardware for a network.
HardwareKind hardware_of(const Topology& topology);

/// Throws InputError if a fabric is asked for: only fully connected networks have a choice.
void check_no_fabric(const Resolved& resolved, const RunOptions& options);

RomReport rom_report(const std::vector<RomImage>& images);
RomReport rom_report(const RomSize& size);

/// Runs a plan on the Verilog switches and fills in the report. At most once per process.
void run_hardware(const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
                  std::optional<QueueLimit> limit, const RunOptions& options, Report& report);

}  // namespace romcast
