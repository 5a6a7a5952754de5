// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/plan_judge.hpp"

#include <algorithm>
#include <utility>

#include "romcast/core/packed.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {
namespace {

// Returns a function that reads the recorded plan in its first call, and computes the plan again in
// later calls. If the record is not whole, returns `plan`, which computes the plan in every call.
OpenSchedule read_again(const OpenSchedule& plan, std::shared_ptr<PlanRecord> record) {
  if (!record->whole()) return plan;
  return [plan, record = std::move(record)]() mutable {
    return record ? PlanRecord::read(std::exchange(record, nullptr)) : plan();
  };
}

// The verdict on a symmetric plan, restricted to the nodes of `part` (nullptr: all nodes): hops and
// deliveries are in proportion to the number of these nodes.
Verdict share_of(Verdict verdict, const NodePart* part) {
  if (part == nullptr) return verdict;
  const std::vector<char>& here = part->here();
  const auto nodes = static_cast<std::uint64_t>(std::ranges::count(here, 1));
  for (std::uint64_t* const number : {&verdict.hops, &verdict.delivered}) {
    *number = *number / here.size() * nodes;
  }
  return verdict;
}

using Classes = std::array<std::vector<LevelQueues>, 2>;

// Maximum of the figures for each class (0: processors, 1: switches) and level. `nodes`: figures of
// the nodes from the first switch on.
Classes most_of(const Topology& network, const std::vector<LevelQueues>& nodes) {
  Classes most;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = network.first_switch() + static_cast<NodeId>(i);
    std::vector<LevelQueues>& levels = most[network.is_processor(node) ? 0 : 1];
    const unsigned level = std::max(nodes[i].level, 1U);
    for (auto l = static_cast<unsigned>(levels.size()) + 1; l <= std::max(level, network.levels());
         ++l) {
      levels.push_back({.level = l});
    }
    raise(nodes[i], levels[level - 1]);
  }
  return most;
}

std::vector<std::uint64_t> figures_of(const Classes& most) {
  std::vector<std::uint64_t> figures;
  for (const std::vector<LevelQueues>& levels : most) {
    for (const LevelQueues& level : levels) {
      for (const auto figure : kQueueFigures) figures.push_back(level.*figure);
    }
  }
  return figures;
}

// Raises the figures in `most` to those of another rank, where these are higher. `figures`: the
// other rank's figures, in the order of figures_of().
void raise(const std::vector<std::uint64_t>& figures, Classes& most) {
  auto next = figures.begin();
  for (std::vector<LevelQueues>& levels : most) {
    for (LevelQueues& level : levels) {
      for (const auto figure : kQueueFigures) {
        level.*figure = std::max(level.*figure, static_cast<std::uint32_t>(*next++));
      }
    }
  }
}

}  // namespace

PlanJudge::PlanJudge(const JudgedPlan& plan, const RunSettings& settings, bool runs,
                     std::optional<Verdict> alike, std::shared_ptr<const NodePart> part)
    : topology_(*plan.job->problem.topology),
      plan_(plan.plan),
      ranks_(*settings.ranks),
      part_(std::move(part)),
      alike_(std::move(alike)),
      judge_(alike_ ? nullptr
                    : make_judge_state(topology_, plan.job->problem.collective,
                                       plan.job->problem.ports, plan.limit,
                                       plan.job->problem.timing, nodes_here(part_.get()))),
      places_(places_of(plan.job->problem, nodes_here(part_.get()))) {
  const bool needed = runs && (part_ || ranks_.first());  // for the comparison with the trace
  record_ = std::make_shared<PlanRecord>(topology_, plan.job->problem.collective,
                                         needed ? PlanRecord::kRoom : 0);
  if (!settings.save_plan.empty() && ranks_.first()) {
    file_.emplace(settings.save_plan, schedule_header(*plan.job, plan.limit, plan.plan.period));
  }
}

std::unique_ptr<Schedule> PlanJudge::open() {
  chosen_ = part_ && part_->any() && plan_.open_part;
  return chosen_ ? plan_.open_part(part_->here()) : plan_.open();
}

void PlanJudge::keep(std::vector<Hop>& hops) {
  if (part_ && !chosen_) {
    part_->choose(hops, some_);
    hops.swap(some_);
  }
  record_->step(hops);
}

void PlanJudge::step(const std::vector<Hop>& hops) {
  if (hops.empty()) return;
  if (judge_) judge_->step(hops);
  if (places_) places_->step(hops);
  if (file_) file_->write(hops);
  if (!topology_.timed()) return;
  for (const Hop& hop : hops) last_arrival_ = std::max(last_arrival_, arrival_of(topology_, hop));
}

void PlanJudge::finish(Cycle last_hop, JudgedPlan& plan) {
  last_hop = std::max(last_hop, last_arrival_);
  const auto own = std::make_shared<JudgedHops>(judged(last_hop));
  plan.verdict = own->verdict;
  plan.last_hop = last_hop;
  plan.part = part_;
  plan.own = own;
  plan.most = most_of(topology_, own->switches);
  if (part_) add_other_ranks(plan);
  if (places_) {
    const auto processors = static_cast<NodeId>(topology_.processors());
    const auto nodes = static_cast<NodeId>(topology_.nodes());
    plan.stores = {places_->needs(0, processors), places_->needs(processors, nodes)};
    plan.rings = places_->rings();
    plan.can_ring = places_->can_ring();
    plan.places = places_->counts();
  }
  if (file_) file_->commit();
  plan.again = read_again(part_ ? schedule_of(plan_, part_) : plan_.open, record_);
}

JudgedHops PlanJudge::judged(Cycle last_hop) {
  if (judge_ && part_) judge_->end(last_hop);
  if (places_) places_->finish();
  JudgedHops judged{.verdict = judge_ ? judge_->finish() : share_of(*alike_, part_.get())};
  judged.switches =
      judge_ ? judge_->switches()
             : std::vector<LevelQueues>(topology_.switches(), judged.verdict.levels.front());
  if (places_) judged.places = places_->counts();
  return judged;
}

void PlanJudge::add_other_ranks(JudgedPlan& plan) {
  Packed mine;
  mine.put(verdict_text(plan.verdict));
  mine.put(text_of(figures_of(plan.most)));
  if (places_) mine.put(text_of(places_->counts()));
  const std::vector<std::string> all = ranks_.all(mine.take());
  for (unsigned rank = 0; rank < all.size(); ++rank) {
    if (rank == ranks_.rank()) continue;
    Packed packed(all[rank]);
    add_verdict_text(packed.text(), plan.verdict);
    raise(words_of(packed.text()), plan.most);
    if (places_) places_->add_part(words_of(packed.text()));
  }
}

}  // namespace romcast
