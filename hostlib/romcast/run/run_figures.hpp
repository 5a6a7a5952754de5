// SPDX-License-Identifier: Apache-2.0
// What a run must show: the judge's verdict on its hops and, node by node, what its registers must
// hold. Of the hops of a plan, or of those that the links showed.
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
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/recount.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// What judging some hops has told: the verdict, the marks of every node's queues, and what its
/// stores take (StorePlaces::counts).
struct JudgedHops {
  Verdict verdict;
  std::vector<LevelQueues> switches{};
  std::vector<std::uint64_t> places{};
};

class RunFigures {
 public:
  /// `run` must outlive the figures. `here`: by node, those that are judged (JudgeState); empty:
  /// all. `judged`: the findings on hops that these are expected to equal; nullptr if there are
  /// none.
  explicit RunFigures(Run& run, const std::vector<char>& here = {},
                      std::shared_ptr<const JudgedHops> judged = nullptr);

  /// All hops of the next cycle.
  void step(std::span<const Hop> hops);
  /// The hops until here were those that have been judged, the others will not be: judges
  /// `schedule` up to the cycle `agreed`, and from now on every step().
  void differ(Schedule& schedule, Cycle agreed);
  /// `last`: cycle of the last hop that anybody has seen, if some nodes are judged.
  Verdict finish(Cycle last = 0);
  /// After finish(): what is known of some nodes, and to add what is of the others, but for the
  /// verdict.
  [[nodiscard]] std::string part() const;
  void add_part(std::string text);
  /// After finish(): what is wrong with the registers of the nodes. `lost`: some messages were.
  [[nodiscard]] std::vector<std::string> differences(const Readings& result,
                                                     const std::vector<QueueDepth>& depths,
                                                     bool lost) const;
  /// After finish(): what each node's registers of these names must hold, as far as hops tell; of
  /// the crossbar if `node` is kNone.
  using Values = std::vector<std::pair<std::string, std::int64_t>>;
  [[nodiscard]] Values registers(NodeId node, const std::vector<DescribedPort>& ports,
                                 const std::vector<QueueDepth>& depths) const;

 private:
  void judge(std::span<const Hop> hops);

  const std::function<std::unique_ptr<Judge::State>()> new_judge_;
  std::shared_ptr<const JudgedHops> judged_;  // nullptr: the hops of step() are
  std::unique_ptr<Judge::State> judge_;       // nullptr as long as hops are not judged
  std::vector<LevelQueues> switches_;         // after finish()
  Recount recount_;
  std::optional<StorePlaces> places_;
};

/// Those of a plan.
struct PlannedRun {
  RunFigures figures;
  Verdict verdict;
};
PlannedRun planned_run(Run& run);

}  // namespace romcast
