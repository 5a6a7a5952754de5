// SPDX-License-Identifier: Apache-2.0
// Receives the trace of a co-simulation: compares it with the plan, judges it, writes it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "apps/lockstep.hpp"
#include "apps/run_figures.hpp"
#include "apps/runner.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/schedule_file.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

/// What a schedule file of this scenario says of itself.
ScheduleHeader schedule_header(const Resolved& resolved, std::optional<QueueLimit> limit);

class TraceReader {
 public:
  /// `planned`: what judging the plan told. References must outlive the reader.
  TraceReader(const Resolved& resolved, const Machine& machine, const Plan& plan,
              std::optional<QueueLimit> limit, const FlitCodec& codec, const RunOptions& options,
              const PlanFigures& planned);

  /// The next flits: whole cycles, in order.
  void read(std::span<const LinkFlit> flits);
  /// The judge's verdict on the trace; fills in how the trace compares with the plan.
  Verdict finish(Measured& measured);
  /// After finish(): what is wrong with the registers of the nodes. `lost`: some messages were.
  [[nodiscard]] std::vector<std::string> differences(const CosimulationResult& result,
                                                     const std::vector<QueueDepth>& depths,
                                                     bool lost) const {
    return figures_.differences(result, depths, lost);
  }

  /// CPU seconds spent here, and those of them that ran the plan again.
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double plan_seconds() const { return lock_step_.plan_seconds(); }

 private:
  void judge_hops();
  /// Hops of a cycle by link and message.
  void sort_hops();

  const FlitCodec& codec_;
  const RunOptions& options_;
  Cycle last_hop_;
  bool illegal_;  // the plan, or what has been traced
  LockStep lock_step_;
  const Topology& topology_;
  RunFigures figures_;
  std::optional<ScheduleWriter> file_;
  std::vector<Hop> hops_;
  double seconds_ = 0;
};

}  // namespace romcast
