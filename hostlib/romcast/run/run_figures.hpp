// SPDX-License-Identifier: Apache-2.0
// The expected results of a run: the judge's verdict on its hops and, node by node, the registers.
// RunFigures computes these results from the hops of a plan, or from the hops that crossed links.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/recount.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

class RunFigures {
 public:
  /// `run` must outlive the figures. `here`: owned nodes, one flag per node (judge_state.hpp);
  /// empty: all nodes. `judged`: the judge's findings on the hops that step() is expected to get;
  /// nullptr: step() judges its hops.
  explicit RunFigures(Run& run, const std::vector<char>& here = {},
                      std::shared_ptr<const JudgedHops> judged = nullptr);

  /// Takes all hops of the next cycle.
  void step(std::span<const Hop> hops);
  /// To be called before the first step() whose hops differ from the judged ones: judges the hops
  /// of `schedule` up to and including cycle `agreed`; from then on step() judges its hops.
  void differ(Schedule& schedule, Cycle agreed);
  /// To be called after the last step(); returns the verdict. `last`: the cycle of the last hop on
  /// any rank if only a part of the nodes is owned; 0 if all are.
  Verdict finish(Cycle last = 0);
  /// After finish(): part() serialises the figures of the owned nodes, but not the verdict;
  /// add_part() adds the figures of another rank.
  [[nodiscard]] std::string part() const;
  void add_part(std::string text);
  /// After finish(): at most three lines, a line for each node whose registers differ from the
  /// expected ones, then a line for the crossbar if the crossbar's registers differ. `lost`:
  /// messages were lost, so the marks of queues and stores are not compared.
  [[nodiscard]] std::vector<std::string> differences(const Readings& result,
                                                     const std::vector<QueueDepth>& depths,
                                                     bool lost) const;
  using Values = std::vector<std::pair<std::string, std::int64_t>>;
  /// After finish(): names and expected values of those registers in `ports` that the hops
  /// determine. `node`: the node with these registers; kNone: the crossbar.
  [[nodiscard]] Values registers(NodeId node, const std::vector<DescribedPort>& ports,
                                 const std::vector<QueueDepth>& depths) const;

 private:
  void judge(std::span<const Hop> hops);
  [[nodiscard]] StoreMarks marks_of_stores(const std::vector<QueueDepth>& depths) const;

  const std::function<std::unique_ptr<Judge::State>()> new_judge_;
  std::shared_ptr<const JudgedHops> judged_;  // nullptr: the hops of step() are judged
  std::unique_ptr<Judge::State> judge_;       // nullptr while hops are not judged
  std::vector<LevelQueues> switches_;         // after finish()
  Recount recount_;
  std::optional<StorePlaces> places_;
};

/// The expected results of a plan.
struct PlannedRun {
  RunFigures figures;
  Verdict verdict;
};
PlannedRun planned_run(Run& run);

}  // namespace romcast
