// SPDX-License-Identifier: Apache-2.0
// Receives the trace of a co-simulation: compares it with the plan, judges it, writes it. If each
// rank has a part of the network, each compares and judges the hops of its owned nodes, and none
// writes a trace.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "romcast/core/flit.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/lockstep.hpp"
#include "romcast/run/run_figures.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

class NodePart;

class TraceReader {
 public:
  /// References must outlive the reader.
  TraceReader(Run& run, const FlitCodec& codec, TakeTrace also = {});

  /// Takes the next flits: whole cycles, in order. If each rank has a part of the network, the
  /// reader takes the flits that the part's nodes send or receive.
  void read(std::span<const LinkFlit> flits);
  /// Called after the last flits, on all ranks if there are parts: collects the results of all
  /// ranks on the first one.
  void finish();
  /// After finish(): the judge's verdict on the trace; stores in `measured` whether the trace
  /// equals the plan, and the first difference.
  [[nodiscard]] const Verdict& compare(Measured& measured) const;
  /// After finish(): at most three lines, a line for each node whose registers differ from the
  /// expected ones, then a line for the crossbar if the crossbar's registers differ. `lost`:
  /// messages were lost, so the marks of queues and stores are not compared.
  [[nodiscard]] std::vector<std::string> differences(const Readings& result,
                                                     const std::vector<QueueDepth>& depths,
                                                     bool lost) const {
    return seen_->figures.differences(result, depths, lost);
  }

  /// CPU seconds of the reader, including plan_seconds().
  [[nodiscard]] double seconds() const { return seconds_; }
  /// CPU seconds that the reader spent replaying the plan.
  [[nodiscard]] double plan_seconds() const {
    return plan_seconds_ + seen_->lock_step.plan_seconds();
  }

 private:
  // State for a trace, or for a part of it.
  struct Seen {
    LockStep lock_step;
    RunFigures figures;
  };
  /// Returns the state before the first hop. `plan`: the expected hops; `part`: owned nodes,
  /// nullptr for all; `judged`: the judged plan whose verdict is reused, or nullptr.
  [[nodiscard]] std::unique_ptr<Seen> seen(const OpenSchedule& plan, const NodePart* part,
                                           std::shared_ptr<const JudgedHops> judged) const;
  void decode(std::span<const LinkFlit> flits);
  void take();
  void take_part();
  void judge_from_here();
  void judge_hops();
  /// Sorts the hops within each cycle by link, message and receiver.
  void sort_hops();
  void finish_parts();
  [[nodiscard]] bool flawless_everywhere();
  void add_parts();
  void put_together();

  Run& run_;
  const JudgedPlan& planned_;
  const FlitCodec& codec_;
  const TakeTrace also_;  // receives the hops, too
  Ranks& ranks_;
  bool illegal_;  // the plan is illegal, or the trace differs from it
  const Topology& topology_;
  std::unique_ptr<Seen> seen_;
  std::optional<ScheduleWriter> file_;
  std::vector<Hop> hops_;
  Verdict verdict_;
  // The last cycle read while the trace equalled the plan. After a difference, agreed_ is kept and
  // used only if the rank has a part.
  Cycle agreed_ = 0;
  std::vector<Hop> unplanned_;  // for a part: hops that owned nodes send after cycle agreed_
  double seconds_ = 0, plan_seconds_ = 0;
};

}  // namespace romcast
