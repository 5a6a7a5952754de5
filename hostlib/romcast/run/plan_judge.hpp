// SPDX-License-Identifier: Apache-2.0
// Judges a plan while it is made: all of it, or the part of one of several ranks.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/core/schedule_file.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/judge/store_places.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/node_part.hpp"
#include "romcast/run/plan_record.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

class PlanJudge {
 public:
  /// `runs`: hardware is to run the plan. `alike`: the verdict on the plan, if it is flawless and
  /// all nodes do the same; then hops are not judged again. `part`: nullptr judges all nodes.
  /// References must outlive it.
  PlanJudge(const JudgedPlan& plan, const RunSettings& settings, bool runs,
            std::optional<Verdict> alike, std::shared_ptr<const NodePart> part);

  /// Opens the plan for keep().
  [[nodiscard]] std::unique_ptr<Schedule> open();
  /// Restricts the hops of a cycle to those that are judged on this rank, and records them for the
  /// hardware.
  void keep(std::vector<Hop>& hops);
  /// Judges these hops; cycles must ascend, and may be empty.
  void step(const std::vector<Hop>& hops);
  /// After the plan's last cycle: stores the findings. For a part: those of all ranks together; a
  /// collective call, after which all must judge the whole plan if it is not flawless().
  void finish(Cycle last_hop, JudgedPlan& plan);

 private:
  [[nodiscard]] JudgedHops judged(Cycle last_hop);
  void add_other_ranks(JudgedPlan& plan);

  const Topology& topology_;
  const Plan& plan_;
  Ranks& ranks_;
  const std::shared_ptr<const NodePart> part_;
  const std::optional<Verdict> alike_;
  std::unique_ptr<Judge::State> judge_;  // nullptr: the symmetric verdict suffices
  std::optional<StorePlaces> places_;
  Cycle last_arrival_ = 0;  // on links with times
  std::shared_ptr<PlanRecord> record_;
  std::optional<ScheduleWriter> file_;
  bool chosen_ = false;  // only hops that are judged on this rank come
  std::vector<Hop> some_;
};

}  // namespace romcast
