// The hardware column of a report: chooses depths and ROMs, co-simulates, reads the counters.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "apps/runner.hpp"
#include "romcast/star_rom.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

/// What judging a plan tells.
struct PlanFigures {
  Verdict verdict;
  Cycle last_hop = 0;
};

/// Places that a queue of this level needs (per link).
std::uint32_t places(const LevelQueues& level, QueueKind queues);

/// The Verilog nodes of a network, controlled as asked for; what their ROMs take goes into the
/// report.
std::shared_ptr<NodeHardware> tree_hardware(const Resolved& resolved, const Plan& plan,
                                            const PlanFigures& figures, const RunOptions& options,
                                            Report& report);
std::shared_ptr<NodeHardware> star_hardware(const Resolved& resolved, const Plan& plan,
                                            const PlanFigures& figures, const RunOptions& options,
                                            Report& report);
/// The ROMs of a scenario on a star graph. Throws InputError if they do not fit.
StarRoms compile_star(const Resolved& resolved, const Plan& plan, std::uint32_t rom_words);
/// Throws InputError if a star graph has more nodes than can be run; needs no plan.
void check_star_size(const Resolved& resolved);
RomReport rom_report(const std::vector<RomImage>& images);

/// Runs a plan on the Verilog switches and fills in the report. At most once per process.
void run_hardware(const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
                  std::optional<QueueLimit> limit, const RunOptions& options, Report& report);

}  // namespace romcast
