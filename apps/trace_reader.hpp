// Receives the trace of a co-simulation: compares it with the plan, judges it, writes it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "apps/lockstep.hpp"
#include "apps/runner.hpp"
#include "romcast/flit.hpp"
#include "romcast/schedule_file.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

/// What a schedule file of this scenario says of itself.
ScheduleHeader schedule_header(const Resolved& resolved, std::optional<QueueLimit> limit);

/// What one node has sent, as the links showed it.
struct Sent {
  std::uint64_t hops = 0;
  Cycle last = 0;          ///< cycle of the last one
  std::uint64_t busy = 0;  ///< cycles that its links were held, start-ups included
};

class TraceReader {
 public:
  /// `last_hop`: of the plan, for the progress shown. References must outlive the reader.
  TraceReader(const Resolved& resolved, const Plan& plan, std::optional<QueueLimit> limit,
              const FlitCodec& codec, const RunOptions& options, Cycle last_hop);

  /// The next flits: whole cycles, in order.
  void read(std::span<const LinkFlit> flits);
  /// The judge's verdict on the trace; fills in how the trace compares with the plan.
  Verdict finish(Measured& measured);

  /// By node.
  [[nodiscard]] const std::vector<Sent>& sent() const { return sent_; }
  /// CPU seconds spent here, and those of them that ran the plan again.
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double plan_seconds() const { return lock_step_.plan_seconds(); }

 private:
  void judge_hops();

  const FlitCodec& codec_;
  const RunOptions& options_;
  Cycle last_hop_;
  LockStep lock_step_;
  Judge judge_;
  const Topology& topology_;
  const Timing timing_;
  std::vector<Sent> sent_;
  std::optional<ScheduleWriter> file_;
  std::vector<Hop> hops_;
  double seconds_ = 0;
};

}  // namespace romcast
