// The hardware column of a report: chooses depths and ROMs, co-simulates, reads the counters.
#pragma once

#include <optional>

#include "apps/runner.hpp"

namespace romcast {

/// What judging a plan tells.
struct PlanFigures {
  Verdict verdict;
  Cycle last_hop = 0;
};

/// Places that a queue of this level needs (per link).
std::uint32_t places(const LevelQueues& level, QueueKind queues);

/// Runs a plan on the Verilog switches and fills in the report. At most once per process.
void run_hardware(const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
                  std::optional<QueueLimit> limit, const RunOptions& options, Report& report);

}  // namespace romcast
