// SPDX-License-Identifier: Apache-2.0
#include "apps/plan_judge.hpp"

#include <algorithm>
#include <utility>

#include "apps/queue_depths.hpp"
#include "apps/run_figures.hpp"
#include "apps/trace_reader.hpp"
#include "systemc/packed.hpp"

namespace romcast {
namespace {

// Reads a plan that has been made, or makes it again.
OpenSchedule read_again(const OpenSchedule& plan, std::shared_ptr<PlanRecord> record) {
  if (!record->whole()) return plan;
  return [plan, record = std::move(record)]() mutable {
    return record ? PlanRecord::read(std::exchange(record, nullptr)) : plan();
  };
}

// What nodes that do alike send and receive in a part of the network.
Verdict share_of(Verdict verdict, const NodePart* part) {
  if (part == nullptr) return verdict;
  const std::vector<char>& here = part->here();
  const auto nodes = static_cast<std::uint64_t>(std::ranges::count(here, 1));
  for (std::uint64_t* const number : {&verdict.hops, &verdict.delivered}) {
    *number = *number / here.size() * nodes;
  }
  return verdict;
}

}  // namespace

PlanJudge::PlanJudge(const Resolved& resolved, std::optional<QueueLimit> limit,
                     const RunOptions& options, std::optional<Verdict> alike,
                     std::shared_ptr<const NodePart> part)
    : topology_(*resolved.problem.topology),
      options_(options),
      part_(std::move(part)),
      alike_(std::move(alike)),
      judge_(alike_
                 ? nullptr
                 : make_judge_state(topology_, resolved.problem.collective, resolved.problem.ports,
                                    limit, resolved.problem.timing, nodes_here(part_.get()))),
      places_(places_of(resolved.problem, nodes_here(part_.get()))) {
  const Problem& problem = resolved.problem;
  const bool needed = options.hardware && (part_ || options.ranks->first());  // beside the trace
  record_ = std::make_shared<PlanRecord>(*problem.topology, problem.collective,
                                         needed ? PlanRecord::kRoom : 0);
  if (!options.save_plan.empty()) {
    file_.emplace(options.save_plan, schedule_header(resolved, limit));
  }
}

std::unique_ptr<Schedule> PlanJudge::open(const Plan& plan) {
  chosen_ = part_ && part_->any() && plan.open_part;
  return chosen_ ? plan.open_part(part_->here()) : plan.open();
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
}

PlanFigures PlanJudge::finish(const Plan& plan, Cycle last_hop) {
  const auto own = std::make_shared<JudgedHops>(judged(last_hop));
  PlanFigures figures{.verdict = own->verdict, .last_hop = last_hop, .part = part_, .own = own};
  if (part_) add_other_ranks(figures);
  if (places_) {
    figures.store_places = places_->most();
    figures.rings = places_->rings();
  }
  if (file_) file_->commit();
  figures.again = read_again(part_ ? schedule_of(plan, part_) : plan.open, record_);
  return figures;
}

JudgedHops PlanJudge::judged(Cycle last_hop) {
  if (judge_ && part_) judge_->end(last_hop);
  JudgedHops judged{.verdict = judge_ ? judge_->finish() : share_of(*alike_, part_.get())};
  judged.switches =
      judge_ ? judge_->switches()
             : std::vector<LevelQueues>(topology_.switches(), judged.verdict.levels.front());
  if (places_) judged.places = places_->counts();
  return judged;
}

void PlanJudge::add_other_ranks(PlanFigures& figures) {
  Packed mine;
  mine.put(verdict_text(figures.verdict));
  if (places_) mine.put(text_of(places_->counts()));
  const std::vector<std::string> all = options_.ranks->all(mine.take());
  for (unsigned rank = 0; rank < all.size(); ++rank) {
    if (rank == options_.ranks->rank()) continue;
    Packed packed(all[rank]);
    add_verdict_text(packed.text(), figures.verdict);
    if (places_) places_->add_part(words_of(packed.text()));
  }
}

}  // namespace romcast
