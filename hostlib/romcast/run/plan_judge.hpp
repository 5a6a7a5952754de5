// SPDX-License-Identifier: Apache-2.0
// Judges a plan while it is computed: all hops, or only those of the nodes that this rank owns.
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
  /// `runs`: hardware will run the plan. `alike`: the verdict on a symmetric plan without flaws,
  /// extrapolated from one node, so that hops are not judged again; nullopt: every hop is judged.
  /// `part`: nullptr judges all nodes. The referenced objects must outlive this one.
  PlanJudge(const JudgedPlan& plan, const RunSettings& settings, bool runs,
            std::optional<Verdict> alike, std::shared_ptr<const NodePart> part);

  /// The schedule for keep(): only the hops of the part's nodes if the part has nodes and the plan
  /// has an open_part (Plan::open_part); otherwise all hops.
  [[nodiscard]] std::unique_ptr<Schedule> open();
  /// Removes from `hops`, the hops of a cycle, those that are not judged on this rank. Records the
  /// remaining hops if this rank will compare them with the hardware's trace (JudgedPlan::again).
  void keep(std::vector<Hop>& hops);
  /// Judges these hops; cycles must ascend, and `hops` may be empty.
  void step(const std::vector<Hop>& hops);
  /// After the plan's last cycle: stores the findings in `plan`. With a part this is a collective
  /// call, and the findings are those of all ranks together; if they are not flawless(), all ranks
  /// must judge the whole plan.
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
  Cycle last_arrival_ = 0;  // cycle of the last arrival so far; stays 0 without link times
  std::shared_ptr<PlanRecord> record_;
  std::optional<ScheduleWriter> file_;
  bool chosen_ = false;  // open() yields only hops that are judged on this rank
  std::vector<Hop> some_;
};

}  // namespace romcast
