// SPDX-License-Identifier: Apache-2.0
// Judges a plan as it is made: all of it, or the part of one of several ranks.
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
  /// all nodes do alike; then hops are not judged again. `part`: nullptr judges all nodes.
  /// References must outlive it.
  PlanJudge(const Job& job, const JudgedPlan& plan, const RunSettings& settings, bool runs,
            std::optional<Verdict> alike, std::shared_ptr<const NodePart> part);

  /// The plan as keep() takes it.
  [[nodiscard]] std::unique_ptr<Schedule> open();
  /// The hops of a cycle that are judged here, instead of all of them; kept for the hardware.
  void keep(std::vector<Hop>& hops);
  /// The same hops, after those of all cycles before; there may be none.
  void step(const std::vector<Hop>& hops);
  /// After the plan's last cycle: the findings. Of a part: what all ranks have found together; all
  /// must call it, and judge the whole plan if that is not flawless().
  void finish(Cycle last_hop, JudgedPlan& plan);

 private:
  [[nodiscard]] JudgedHops judged(Cycle last_hop);
  void add_other_ranks(Verdict& verdict);

  const Topology& topology_;
  const Plan& plan_;
  Ranks& ranks_;
  const std::shared_ptr<const NodePart> part_;
  const std::optional<Verdict> alike_;
  std::unique_ptr<Judge::State> judge_;  // nullptr: what has been said of all nodes is enough
  std::optional<StorePlaces> places_;
  std::shared_ptr<PlanRecord> record_;
  std::optional<ScheduleWriter> file_;
  bool chosen_ = false;  // only those hops come that are judged here
  std::vector<Hop> some_;
};

}  // namespace romcast
